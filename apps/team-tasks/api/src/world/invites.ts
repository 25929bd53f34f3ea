import { ApiError, conflict, notFound } from '../http/api-error.ts';
import type { Invite, Member } from '../types.ts';
import { addActivity } from './activity.ts';
import { stamp } from './clock.ts';
import { nextId } from './ids.ts';
import { toPerson } from './members.ts';
import { ensureRoom } from './room.ts';
import type { World } from './world.ts';

const ADDRESS = /^[^\s@<>()",;:\\]+@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i;

export function addInvite(world: World, rawEmail: string, actor: Member): Invite {
  const email = rawEmail.trim();
  if (email.length > 254 || !ADDRESS.test(email)) {
    throw new ApiError(400, 'invalid_email', 'Enter a valid email address.', 'email');
  }
  if (world.data.invites.some((invite) => invite.email === email)) throw conflict('This address has an invite.');
  ensureRoom(world.data.invites.length, 500, 'invites');
  const invite: Invite = {
    id: nextId(world, 'invite'),
    email,
    createdAt: stamp(world),
    invitedBy: toPerson(actor),
  };
  world.data.invites.push(invite);
  world.events.emit('invite.created', { invite });
  addActivity(world, { type: 'member', action: 'invited', actor, summary: `invited ${email}` });
  return invite;
}

export function deleteInvite(world: World, id: string, actor: Member): void {
  const invite = world.data.invites.find((candidate) => candidate.id === id);
  if (!invite) throw notFound('This invite');
  world.data.invites = world.data.invites.filter((candidate) => candidate !== invite);
  world.events.emit('invite.deleted', { inviteId: id });
  const summary = `revoked the invite of ${invite.email}`;
  addActivity(world, { type: 'member', action: 'invite_revoked', actor, summary });
}
