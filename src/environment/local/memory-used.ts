import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { NamelessFiles } from './nameless-files.ts';
import { podMemoryDevices, processesIn, readProc } from './pod-processes.ts';

/**
 * Bytes of memory that a pod holds: what its processes have to themselves (swapped out too), what they share without
 * a file, and what lies in file systems and files made of memory. No page counts twice; as long as a cheap sum that
 * counts mapped files twice stays within `allowed`, that sum is good enough.
 */
export async function memoryUsed(procDir: string, nameless: NamelessFiles, allowed: number): Promise<number> {
  const pids = await processesIn(procDir);
  let own = 0;
  let mapped = 0;
  for (const pid of pids) {
    const status = await readProc(join(procDir, pid, 'status'));
    own += field(status, 'RssAnon') + field(status, 'VmSwap');
    mapped += field(status, 'RssShmem');
  }
  const files = (await inFileSystems(procDir)) + nameless.memoryBytes;
  if (own + mapped + files <= allowed) return own + mapped + files;
  let shared = 0;
  for (const pid of pids) shared += sharedWithoutFile(await readProc(join(procDir, pid, 'smaps')), nameless);
  return own + shared + files;
}

/** Bytes of a field of /proc/<pid>/status, which gives KiB. */
function field(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024;
}

async function inFileSystems(procDir: string): Promise<number> {
  let used = 0;
  for (const path of (await podMemoryDevices(procDir)).values()) {
    try {
      const { blocks, bfree, bsize } = await statfs(path);
      used += (blocks - bfree) * bsize;
    } catch {
      // Its namespace has ended since it was listed.
    }
  }
  return used;
}

/** This process's proportional share of memory without a file, and of files that no process holds open any more. */
function sharedWithoutFile(smaps: string, { memoryInodes }: NamelessFiles): number {
  let bytes = 0;
  let counts = false;
  for (const line of smaps.split('\n')) {
    const mapping = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ (\d+) *(.*)$/.exec(line);
    if (mapping !== null) {
      const [, inode, name = ''] = mapping;
      counts = /^\/(dev\/zero|SYSV)/.test(name) || (name.startsWith('/memfd:') && !memoryInodes.has(Number(inode)));
    } else if (counts) bytes += Number(/^Pss:\s+(\d+)/.exec(line)?.[1] ?? 0) * 1024;
  }
  return bytes;
}
