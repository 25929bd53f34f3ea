import { randomBytes } from 'node:crypto';
import { ApiError } from '../http/api-error.ts';
import { nextId } from './ids.ts';
import type { World } from './world.ts';
import type { StoredMember } from './world-data.ts';

const MAX_SESSIONS = 500;

/** Starts a session; returns the secret for the cookie. */
export function signIn(world: World, email: string, password: string): { token: string; member: StoredMember } {
  const wanted = email.trim().toLowerCase();
  const member = world.data.members.find((candidate) => candidate.email.toLowerCase() === wanted);
  if (!member || member.password === null || member.password !== password) {
    throw new ApiError(401, 'invalid_credentials', 'Email or password is wrong.');
  }
  const token = randomBytes(24).toString('base64url');
  const id = nextId(world, 'session');
  world.data.sessions.push({ id, memberId: member.id, expired: false });
  if (world.data.sessions.length > MAX_SESSIONS) world.data.sessions.shift();
  world.sessionTokens.set(token, id);
  return { token, member };
}

export function signOut(world: World, token: string | undefined): void {
  const id = token === undefined ? undefined : world.sessionTokens.get(token);
  if (token !== undefined) world.sessionTokens.delete(token);
  world.data.sessions = world.data.sessions.filter((session) => session.id !== id);
}

export function expireSessions(world: World): number {
  const live = world.data.sessions.filter((session) => !session.expired);
  for (const session of live) session.expired = true;
  return live.length;
}

/** The member a request acts as. */
export function currentMember(world: World, token: string | undefined): StoredMember {
  const { data } = world;
  const id = token === undefined ? undefined : world.sessionTokens.get(token);
  const session = data.sessions.find((candidate) => candidate.id === id && !candidate.expired);
  const signedIn = session && data.members.find((member) => member.id === session.memberId);
  if (signedIn) return signedIn;
  if (data.signInRequired) {
    throw token === undefined
      ? new ApiError(401, 'sign_in_required', 'Sign in to go on.')
      : new ApiError(401, 'session_expired', 'Your session has ended. Sign in again.');
  }
  const byDefault = data.members.find((member) => member.id === data.currentMemberId);
  if (!byDefault) throw new ApiError(401, 'sign_in_required', 'Sign in to go on.');
  return byDefault;
}
