import { readlinkSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

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
