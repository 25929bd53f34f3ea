import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { InfraError, systemCode, UserError } from '../errors.ts';
import { ageMs } from './file-age.ts';
import { ownIdentity, type ProcessIdentity, readIdentity, stateOf } from './process-identity.ts';

export interface Lock {
  /** Gives the lock up. Calling it twice is harmless. */
  release(): void;
}

const ATTEMPTS = 200;
const WAIT_MS = 10;
/** Held for a moment only: one that is older was left by a process that died in that moment. */
const GUARD_MAX_AGE_MS = 10_000;

/**
 * Takes the lock file at `path`, or throws `UserError` `locked` naming the process that holds it.
 * A lock whose owner is gone (killed, rebooted) is taken over.
 */
export function acquireLock(path: string, what: string): Lock {
  mkdirSync(dirname(path), { recursive: true });
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (createWhole(path)) return { release: releaseOnce(path) };
    const owner = readOwner(path);
    const state = owner === undefined ? 'dead' : stateOf(owner);
    if (owner !== undefined && state !== 'dead') {
      const [whose, or] =
        state === 'alive'
          ? ['', ', or stop it;']
          : [' of another container', `; if that container is gone, remove ${path};`];
      throw new UserError(
        'locked',
        `${what} is in use by process ${owner.pid}${whose}`,
        `wait until it ends${or} nothing was changed`,
      );
    }
    removeStale(path);
  }
  throw new InfraError('lock-failed', `cannot take the lock ${path}`);
}

/** Pid of the process that holds the lock at `path`, in its own container's count; undefined if nobody does. */
export function lockOwner(path: string): number | undefined {
  const owner = readOwner(path);
  return owner !== undefined && stateOf(owner) !== 'dead' ? owner.pid : undefined;
}

/** Makes the file with its content in one step: nobody ever sees a lock without an owner. False if it exists. */
function createWhole(path: string): boolean {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(temporary, JSON.stringify(ownIdentity()), { flag: 'wx' });
    linkSync(temporary, path);
    return true;
  } catch (cause) {
    if (systemCode(cause) === 'EEXIST') return false;
    throw new InfraError('lock-failed', `cannot create the lock ${path}`, { cause });
  } finally {
    rmSync(temporary, { force: true });
  }
}

/**
 * Removes a lock whose owner is dead. Only one process at a time may do so, and it looks again first: otherwise the
 * slower of two would remove the lock that the faster has just taken.
 */
function removeStale(path: string): void {
  const guard = `${path}.takeover`;
  if (!createWhole(guard)) {
    if (ageMs(guard) > GUARD_MAX_AGE_MS) rmSync(guard, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    return;
  }
  try {
    const owner = readOwner(path);
    if (owner === undefined || stateOf(owner) === 'dead') rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function releaseOnce(path: string): () => void {
  let held = true;
  return () => {
    // A second call might remove the lock of whoever took it since.
    if (held) rmSync(path, { force: true });
    held = false;
  };
}

/** Undefined if the lock is gone or damaged: nobody holds it. */
function readOwner(path: string): ProcessIdentity | undefined {
  try {
    return readIdentity(readFileSync(path, 'utf8'));
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return undefined;
    throw new InfraError('lock-failed', `cannot read the lock ${path}`, { cause });
  }
}
