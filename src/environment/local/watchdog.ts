import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monotonicMs, sleep } from '../../host/index.ts';
import type { LimitBreach, PodLimits } from '../environment.ts';

const INTERVAL_MS = 400;
const PAGE_BYTES = 4096;

export interface Watched {
  /** /proc of the pod's own pid namespace, as the host sees it. */
  procDir: string;
  /** Host folders that the pod may write. */
  writable: readonly string[];
  limits: PodLimits;
}

/**
 * Watches what no resource limit of an unprivileged process can bound: the memory of a whole pod and the disk it
 * fills. Resolves with the first breach, or undefined when `signal` is aborted.
 */
export async function watchPod(watched: Watched, signal: AbortSignal): Promise<LimitBreach | undefined> {
  while (!signal.aborted) {
    const startedAt = monotonicMs();
    const breach = (await memoryBreach(watched)) ?? (await diskBreach(watched));
    if (breach !== undefined) return breach;
    try {
      // A slow look (many files) must not become the load itself.
      await sleep(Math.max(INTERVAL_MS, (monotonicMs() - startedAt) * 5), signal);
    } catch {
      return undefined;
    }
  }
  return undefined;
}

async function memoryBreach({ procDir, limits }: Watched): Promise<LimitBreach | undefined> {
  let used = 0;
  for (const name of await namesIn(procDir)) {
    if (!/^\d+$/.test(name)) continue;
    used += await privateBytes(join(procDir, name, 'statm'));
  }
  return used > limits.memoryBytes ? { limit: 'memory', used, allowed: limits.memoryBytes } : undefined;
}

/** Resident memory less what is backed by files or shared: counts no page twice. */
async function privateBytes(statm: string): Promise<number> {
  try {
    const [, resident = 0, shared = 0] = (await readFile(statm, 'utf8')).split(' ').map(Number);
    return Math.max(0, resident - shared) * PAGE_BYTES;
  } catch {
    // The process has ended since it was listed.
    return 0;
  }
}

async function diskBreach({ writable, limits }: Watched): Promise<LimitBreach | undefined> {
  const usage = { bytes: 0, entries: 0 };
  const pending = [...writable];
  for (let dir = pending.pop(); dir !== undefined; dir = pending.pop()) {
    for (const entry of await entriesIn(dir)) {
      usage.entries += 1;
      const path = Buffer.concat([Buffer.from(`${dir}/`, 'latin1'), entry.name]);
      if (entry.isDirectory()) pending.push(path.toString('latin1'));
      else usage.bytes += await blocksOf(path);
      if (usage.bytes > limits.diskBytes) return { limit: 'disk', used: usage.bytes, allowed: limits.diskBytes };
      if (usage.entries > limits.diskEntries) {
        return { limit: 'disk-entries', used: usage.entries, allowed: limits.diskEntries };
      }
    }
  }
  return undefined;
}

async function entriesIn(dir: string) {
  try {
    return await readdir(Buffer.from(dir, 'latin1'), { withFileTypes: true, encoding: 'buffer' });
  } catch {
    // Removed, or closed to us: what cannot be listed cannot be counted, and bytes in it still fill a known parent.
    return [];
  }
}

async function blocksOf(path: Buffer): Promise<number> {
  try {
    return (await lstat(path)).blocks * 512;
  } catch {
    return 0;
  }
}

async function namesIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir);
  } catch {
    return [];
  }
}
