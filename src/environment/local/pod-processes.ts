import { readlinkSync } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PodProcess } from '../environment.ts';

/** Names below a folder of /proc; none if its process has ended. */
export async function namesIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir);
  } catch {
    return [];
  }
}

/** Pids (as the pod counts them) below the pod's own /proc. */
export const processesIn = async (procDir: string): Promise<string[]> =>
  (await namesIn(procDir)).filter((name) => /^\d+$/.test(name));

const MAX_PROCESSES = 4096;
/** A command line may be as long as memory allows; what it begins with tells. */
const MAX_LINE_BYTES = 16_384;

/** Processes below the pod's own /proc with their command lines; those that end meanwhile are left out. */
export async function commandLines(procDir: string): Promise<PodProcess[]> {
  const found: PodProcess[] = [];
  for (const pid of (await processesIn(procDir)).slice(0, MAX_PROCESSES)) {
    const stat = await readProc(join(procDir, pid, 'stat'));
    const line = await beginningOf(join(procDir, pid, 'cmdline'));
    // The command name may hold spaces and parentheses: fields are counted after the last one.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (line !== '') found.push({ pid: Number(pid), parent: Number(parent ?? 0), argv: line.split('\0') });
  }
  return found;
}

async function beginningOf(path: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(MAX_LINE_BYTES));
      return buffer.subarray(0, bytesRead).toString().replace(/\0$/, '');
    } finally {
      await file.close();
    }
  } catch {
    // Ended since it was listed.
    return '';
  }
}

/** Content of a file of /proc; empty if its process has ended. */
export async function readProc(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * File systems made of memory that the pod's processes have mounted, also in namespaces that they made themselves:
 * device number → a path by which the host reaches it. What the host has mounted too is not the pod's.
 */
export async function podMemoryDevices(procDir: string): Promise<Map<number, string>> {
  const ofHost = new Set((await readProc('/proc/self/mountinfo')).split('\n').map((line) => line.split(' ')[2]));
  const found = new Map<number, string>();
  const seen = new Set<string>();
  for (const pid of await processesIn(procDir)) {
    const namespace = mountNamespace(join(procDir, pid));
    if (namespace === undefined || seen.has(namespace)) continue;
    seen.add(namespace);
    for (const line of (await readProc(join(procDir, pid, 'mountinfo'))).split('\n')) {
      const [, , device = '', , at = ''] = line.split(' ');
      if (!/ - (tmpfs|ramfs) /.test(line) || ofHost.has(device)) continue;
      const path = at.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
      found.set(deviceNumber(device), join(procDir, pid, 'root', path));
    }
  }
  return found;
}

function mountNamespace(dir: string): string | undefined {
  try {
    return readlinkSync(join(dir, 'ns/mnt'));
  } catch {
    // Ended since it was listed.
    return undefined;
  }
}

/** `major:minor` as `stat` gives it. */
function deviceNumber(text: string): number {
  const [major = 0, minor = 0] = text.split(':').map(Number);
  return (minor & 0xff) | (major << 8) | ((minor & ~0xff) << 12);
}
