import { lstat, readdir } from 'node:fs/promises';
import { systemCode } from '../../errors.ts';
import type { Watched } from './watched.ts';

export interface DiskUse {
  bytes: number;
  entries: number;
}

/**
 * What lies in the folders that a pod may write, beside `bytesElsewhere`. Stops counting when a limit is passed.
 * An ordinary user cannot look into folders that its own pod has closed: then the pod's root counts.
 */
export async function diskUsed(watched: Watched, bytesElsewhere: number): Promise<DiskUse> {
  const { writable, limits } = watched;
  const use = { bytes: bytesElsewhere, entries: 0 };
  let closed = false;
  const isClosed = (error: unknown) => {
    // Anything else: removed since it was listed.
    closed ||= systemCode(error) === 'EACCES';
  };
  const pending = [...writable];
  for (let dir = pending.pop(); dir !== undefined; dir = pending.pop()) {
    for (const entry of await entriesIn(dir, isClosed)) {
      use.entries += 1;
      const path = Buffer.concat([Buffer.from(`${dir}/`, 'latin1'), entry.name]);
      if (entry.isDirectory()) pending.push(path.toString('latin1'));
      else use.bytes += await bytesOf(path, isClosed);
      if (use.bytes > limits.diskBytes || use.entries > limits.diskEntries) return use;
    }
  }
  return closed ? countedByPodRoot(watched, bytesElsewhere) : use;
}

async function entriesIn(dir: string, failed: (error: unknown) => void) {
  try {
    return await readdir(Buffer.from(dir, 'latin1'), { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    failed(error);
    return [];
  }
}

async function bytesOf(path: Buffer, failed: (error: unknown) => void): Promise<number> {
  try {
    return (await lstat(path)).blocks * 512;
  } catch (error) {
    failed(error);
    return 0;
  }
}

/** `du` needs no names from us, which an argument could not carry byte by byte. */
async function countedByPodRoot({ writable, asPodRoot }: Watched, bytesElsewhere: number): Promise<DiskUse> {
  const sum = async (option: string) =>
    (await asPodRoot(['du', '-s', option, '--', ...writable]))
      .split('\n')
      .reduce((total, line) => total + (Number.parseInt(line, 10) || 0), 0);
  return { bytes: bytesElsewhere + (await sum('-B1')), entries: await sum('--inodes') };
}
