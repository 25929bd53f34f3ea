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
 */
export function allocateOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = FIRST + ((process.pid * 37 + next) % COUNT);
  next += 1;
  return { uid: id, gid: id };
}
