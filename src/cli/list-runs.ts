import { existsSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { acquireLock } from '../host/index.ts';

export interface FoundRun {
  dir: string;
  bytes: number;
  /** Last change of anything in it. */
  changedMs: number;
}

/** Finished runs of a folder with their size, and those that a living process holds. Other folders are left alone. */
export async function listRuns(runsDir: string): Promise<{ free: FoundRun[]; busy: string[] }> {
  const free: FoundRun[] = [];
  const busy: string[] = [];
  for (const name of await readdir(runsDir)) {
    const dir = join(runsDir, name);
    if (!existsSync(join(dir, 'run.json'))) continue;
    if (isHeld(dir)) busy.push(dir);
    else free.push({ dir, ...(await measure(dir)) });
  }
  return { free, busy };
}

function isHeld(dir: string): boolean {
  const path = join(dir, 'run.lock');
  if (!existsSync(path)) return false;
  try {
    acquireLock(path, dir).release();
    return false;
  } catch {
    return true;
  }
}

async function measure(dir: string): Promise<{ bytes: number; changedMs: number }> {
  const total = { bytes: 0, changedMs: 0 };
  for (const name of await readdir(dir, { recursive: true })) {
    const entry = await lstat(join(dir, name));
    total.bytes += entry.blocks * 512;
    total.changedMs = Math.max(total.changedMs, entry.mtimeMs);
  }
  return total;
}
