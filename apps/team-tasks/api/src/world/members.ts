import { conflict, notFound } from '../http/api-error.ts';
import type { Member, Person, Role } from '../types.ts';
import { addActivity } from './activity.ts';
import { nextId } from './ids.ts';
import { ensureRoom } from './room.ts';
import type { World } from './world.ts';
import type { StoredMember } from './world-data.ts';

export const toPerson = ({ id, name }: Person): Person => ({ id, name });

export const toMember = ({ id, name, email, role }: StoredMember): Member => ({ id, name, email, role });

export function findMember(world: World, id: string): StoredMember {
  const member = world.data.members.find((candidate) => candidate.id === id);
  if (!member) throw notFound('This member');
  return member;
}

export function addMember(world: World, member: Omit<StoredMember, 'id'>, silent: boolean): Member {
  ensureRoom(world.data.members.length, 1000, 'members');
  const stored: StoredMember = { id: nextId(world, 'member'), ...member };
  world.data.members.push(stored);
  if (!silent) {
    world.events.emit('member.added', { member: toMember(stored), memberCount: world.data.members.length });
  }
  return toMember(stored);
}

export function removeMember(world: World, id: string, actor: Member): void {
  const member = findMember(world, id);
  if (id === actor.id) throw conflict('You cannot remove yourself.');
  // Without sign-in every request acts as this member, so the workspace cannot lose it.
  if (id === world.data.currentMemberId) throw conflict('The default member cannot be removed.');
  world.data.members = world.data.members.filter((candidate) => candidate !== member);
  world.events.emit('member.removed', { memberId: id, memberCount: world.data.members.length });
  addActivity(world, { type: 'member', action: 'removed', actor, summary: `removed ${member.name}` });
}

export function setRole(world: World, id: string, role: Role, silent: boolean): Member {
  const member = findMember(world, id);
  member.role = role;
  if (!silent) world.events.emit('me.updated', { member: toMember(member) });
  return toMember(member);
}
