import { readFileSync } from 'node:fs';
import { InfraError } from '../../errors.ts';
import type { Owner } from '../environment.ts';

/**
 * Users that trials run under when bugsweep is root: numbers in no range that systems hand out (people up to 60000,
 * systemd's dynamic users from 61184), and below 65536 so that they exist in containers too.
 */
const FIRST = 60_600;
const COUNT = 500;

let next = 0;

/**
 * The user of a new trial, or undefined when bugsweep is not root (its own user is unprivileged already).
 * The start differs between processes, so that two runs at once rarely meet; the namespaces keep them apart anyway.
 * @throws InfraError `no-users` where this root has no other users (a rootless container)
 */
export function allocateOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (!hasUsers()) {
    const users = `${FIRST} to ${FIRST + COUNT - 1}`;
    throw new InfraError('no-users', `root of this container cannot become another user (${users} are not mapped)`);
  }
  const id = FIRST + ((process.pid * 37 + next) % COUNT);
  next += 1;
  return { uid: id, gid: id };
}

/** Root of a user namespace only has the users that were mapped into it: lines of `first inside, first outside, count`. */
function hasUsers(): boolean {
  let map: string;
  try {
    map = readFileSync('/proc/self/uid_map', 'utf8');
  } catch {
    // No Linux: no user namespaces either.
    return true;
  }
  return map
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .some(([first = 0, , count = 0]) => first <= FIRST && first + count >= FIRST + COUNT);
}
