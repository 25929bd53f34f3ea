import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../errors.ts';
import { acquireLock, type Lock, lockOwner } from './lock.ts';
import { cacheRoot } from './places.ts';

/** One file for each process that uses the cache. */
const USERS = 'in-use';
const EMPTYING = 'emptying.lock';

/**
 * Says that this process uses the cache, until `release`: it is not emptied meanwhile. Any number may use it at once.
 * @throws UserError `locked` while it is being emptied
 */
export function useCache(): Lock {
  const cache = cacheRoot();
  const name = `${process.pid}-${randomBytes(4).toString('hex')}`;
  const use = acquireLock(join(cache, USERS, name), 'the cache');
  // Said first and looked second, the other way round than who empties it: one of the two sees the other.
  const owner = lockOwner(join(cache, EMPTYING));
  if (owner === undefined) return use;
  use.release();
  throw new UserError('locked', `the cache is in use by process ${owner}, which empties it`, 'try again in a moment');
}

/** Removes everything from the cache. @throws UserError `locked` if a living process uses it; nothing is removed */
export async function emptyCache(): Promise<void> {
  const cache = cacheRoot();
  const lock = acquireLock(join(cache, EMPTYING), 'the cache');
  try {
    const users = join(cache, USERS);
    for (const name of existsSync(users) ? readdirSync(users) : []) {
      const owner = lockOwner(join(users, name));
      if (owner === undefined) continue;
      throw new UserError(
        'locked',
        `the cache is in use by process ${owner}`,
        'wait until it ends, or stop it; the cache was not changed',
      );
    }
    for (const name of readdirSync(cache)) {
      if (name !== EMPTYING) await rm(join(cache, name), { recursive: true, force: true, maxRetries: 3 });
    }
  } finally {
    lock.release();
  }
}
