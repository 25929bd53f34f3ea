import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { InfraError, systemCode, UserError } from '../errors.ts';
import { isAlive, processStartTime } from './process-identity.ts';

export interface Lock {
  /** Gives the lock up. Calling it twice is harmless. */
  release(): void;
}

/**
 * Takes the lock file at `path`, or throws `UserError` `locked` naming the process that holds it.
 * A lock whose owner is gone (killed, rebooted) is taken over.
 */
export function acquireLock(path: string, what: string): Lock {
  mkdirSync(dirname(path), { recursive: true });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (tryCreate(path)) return { release: () => rmSync(path, { force: true }) };
    const owner = readOwner(path);
    if (owner !== undefined && isAlive(owner.pid, owner.startTime)) {
      throw new UserError(
        'locked',
        `${what} is in use by process ${owner.pid}`,
        'wait until it ends, or stop it; nothing was changed',
      );
    }
    // Renaming first makes sure that of two processes taking over only one removes the stale file.
    const stale = `${path}.stale-${process.pid}`;
    try {
      renameSync(path, stale);
      rmSync(stale, { force: true });
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  }
  throw new InfraError('lock-failed', `cannot take the lock ${path}`);
}

function tryCreate(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx');
  } catch (cause) {
    if (systemCode(cause) === 'EEXIST') return false;
    throw new InfraError('lock-failed', `cannot create the lock ${path}`, { cause });
  }
  writeSync(file, JSON.stringify({ pid: process.pid, startTime: processStartTime(process.pid) ?? '' }));
  closeSync(file);
  return true;
}

function readOwner(path: string): { pid: number; startTime: string } | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value !== 'object' || value === null) return undefined;
    const { pid, startTime } = value as Record<string, unknown>;
    return typeof pid === 'number' && typeof startTime === 'string' ? { pid, startTime } : undefined;
  } catch {
    // Half-written by a process that died: nobody holds it.
    return undefined;
  }
}
