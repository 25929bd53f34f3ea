import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../errors.ts';
import { acquireLock, lockOwner } from '../host/index.ts';

/** A run, or a folder with evidence of `judge <patch>`, `validate` or `verify`. */
export interface FoundRun {
  dir: string;
  bytes: number;
  /** Last change of anything in it. */
  changedMs: number;
  /** A killed `clean` has left it. */
  halfRemoved: boolean;
}

const LOCK = 'run.lock';
/** Folders beside the runs that commands keep evidence in. */
const EVIDENCE = ['validate', 'verify'] as const;
const REMOVING = '.removing-';
const STAMP = /^(judge-)?\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** The name of a folder of evidence: `clean` knows it by its form. */
export const stampOf = (isoTime: string): string => isoTime.replace(/[:.]/g, '-');

/** Holds a folder of evidence while it is filled, as a run holds its own. */
export const holdEvidence = (dir: string) => acquireLock(join(dir, LOCK), basename(dir));

/** Finished runs and evidence of a folder, and those that a living process holds. Other folders are left alone. */
export async function listRuns(runsDir: string): Promise<{ free: FoundRun[]; busy: string[] }> {
  const free: FoundRun[] = [];
  const busy: string[] = [];
  const found = (await readdir(runsDir)).filter((name) => isOurs(runsDir, name)).map((name) => join(runsDir, name));
  for (const dir of EVIDENCE.map((name) => join(runsDir, name)).filter((dir) => existsSync(dir))) {
    const names = (await readdir(dir)).filter((name) => STAMP.test(name) || name.startsWith(REMOVING));
    found.push(...names.map((name) => join(dir, name)));
  }
  for (const dir of found) {
    if (lockOwner(join(dir, LOCK)) !== undefined) busy.push(dir);
    else free.push({ dir, ...(await measure(dir)), halfRemoved: basename(dir).startsWith(REMOVING) });
  }
  return { free, busy };
}

const isOurs = (runsDir: string, name: string): boolean =>
  existsSync(join(runsDir, name, 'run.json')) ||
  (name.startsWith('judge-') && STAMP.test(name)) ||
  name.startsWith(REMOVING);

/** Removes a run or evidence under its lock, so that nobody takes it up meanwhile. False if it is in use by now. */
export async function removeRun(dir: string): Promise<boolean> {
  try {
    // Not given back: it goes with the folder, and a new run of this name has a lock of its own.
    acquireLock(join(dir, LOCK), basename(dir));
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
  // In one step: a run that is half removed must not be taken for one.
  const removing = join(dirname(dir), `${REMOVING}${basename(dir)}-${randomBytes(4).toString('hex')}`);
  await rename(dir, removing);
  await rm(removing, { recursive: true, force: true, maxRetries: 3 });
  return true;
}

async function measure(dir: string): Promise<{ bytes: number; changedMs: number }> {
  const total = { bytes: 0, changedMs: 0 };
  for (const name of await readdir(dir, { recursive: true })) {
    const entry = await lstat(join(dir, name));
    total.bytes += entry.blocks * 512;
    total.changedMs = Math.max(total.changedMs, entry.mtimeMs);
  }
  // An empty folder is as old as itself.
  if (total.changedMs === 0) total.changedMs = (await lstat(dir)).mtimeMs;
  return total;
}
