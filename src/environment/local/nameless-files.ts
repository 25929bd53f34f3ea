import { readlinkSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { namesIn, podMemoryDevices, processesIn } from './pod-processes.ts';

/** Files that only live by being open: no walk through folders finds them. */
export interface NamelessFiles {
  diskBytes: number;
  /** Files that are memory and lie in no file system of the pod (memfd). */
  memoryBytes: number;
  memoryInodes: ReadonlySet<number>;
}

const LINKS_PER_TURN = 512;

/** Counts each removed file that a process of the pod holds open, once. */
export async function namelessFiles(procDir: string): Promise<NamelessFiles> {
  const found = { diskBytes: 0, memoryBytes: 0, memoryInodes: new Set<number>() };
  const known = new Set<string>();
  let devices: ReadonlySet<number> | undefined;
  let looked = 0;
  for (const pid of await processesIn(procDir)) {
    const dir = join(procDir, pid, 'fd');
    for (const fd of await namesIn(dir)) {
      looked += 1;
      if (looked % LINKS_PER_TURN === 0) await nextTurn();
      const link = join(dir, fd);
      const name = nameOf(link);
      if (!name.endsWith(' (deleted)')) continue;
      const file = await stat(link).catch(() => undefined);
      if (file === undefined || file.nlink > 0 || known.has(`${file.dev}:${file.ino}`)) continue;
      known.add(`${file.dev}:${file.ino}`);
      devices ??= new Set((await podMemoryDevices(procDir)).keys());
      if (name.startsWith('/memfd:')) {
        found.memoryBytes += file.blocks * 512;
        found.memoryInodes.add(file.ino);
      } else if (!devices.has(file.dev)) found.diskBytes += file.blocks * 512;
    }
  }
  return found;
}

/** Sync: reading such a link touches no file system, and is far cheaper than a turn of the thread pool. */
function nameOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    // Closed since it was listed.
    return '';
  }
}
