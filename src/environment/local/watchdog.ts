import { monotonicMs, sleep } from '../../host/index.ts';
import type { LimitBreach } from '../environment.ts';
import { diskUsed } from './disk-used.ts';
import { memoryUsed } from './memory-used.ts';
import { type NamelessFiles, namelessFiles } from './nameless-files.ts';
import type { Watched } from './watched.ts';

const INTERVAL_MS = 400;
/** Whatever a look takes, in which an agent or a busy machine has a say. */
const MAX_PAUSE_MS = 5_000;

/**
 * Watches what no resource limit of an unprivileged process can bound: the memory of a whole pod and the disk it
 * fills. Resolves with the first breach, or undefined when `signal` is aborted.
 */
export async function watchPod(watched: Watched, signal: AbortSignal): Promise<LimitBreach | undefined> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  let nameless: NamelessFiles = { diskBytes: 0, memoryBytes: 0, memoryInodes: new Set() };
  // Apart: a heap of files, which takes long to count, must not keep the memory from being watched.
  const memory = watch(() => memoryBreach(watched, nameless), either);
  const disk = watch(async () => {
    nameless = await namelessFiles(watched.procDir);
    return diskBreach(watched, nameless);
  }, either);
  const breach = await Promise.race([memory, disk]);
  stop.abort();
  await Promise.all([memory, disk]);
  return breach;
}

async function watch(
  look: () => Promise<LimitBreach | undefined>,
  signal: AbortSignal,
): Promise<LimitBreach | undefined> {
  while (!signal.aborted) {
    const startedAt = monotonicMs();
    const breach = await look();
    if (breach !== undefined) return breach;
    try {
      // A slow look (many files) must not become the load itself.
      const pauseMs = Math.max(INTERVAL_MS, (monotonicMs() - startedAt) * 5);
      await sleep(Math.min(pauseMs, MAX_PAUSE_MS), signal);
    } catch {
      return undefined;
    }
  }
  return undefined;
}

async function memoryBreach({ procDir, limits }: Watched, nameless: NamelessFiles): Promise<LimitBreach | undefined> {
  const allowed = limits.memoryBytes;
  const used = await memoryUsed(procDir, nameless, allowed);
  return used > allowed ? { limit: 'memory', used, allowed } : undefined;
}

async function diskBreach(watched: Watched, { diskBytes }: NamelessFiles): Promise<LimitBreach | undefined> {
  const { limits } = watched;
  const { bytes, entries } = await diskUsed(watched, diskBytes);
  if (bytes > limits.diskBytes) return { limit: 'disk', used: bytes, allowed: limits.diskBytes };
  if (entries > limits.diskEntries) return { limit: 'disk-entries', used: entries, allowed: limits.diskEntries };
  return undefined;
}
