import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Lets every user read a file or folder, and run what its owner may run. Links are neither changed nor followed. */
export function makeReadable(path: string): void {
  const entry = lstatSync(path);
  if (entry.isFile()) chmodSync(path, entry.mode & 0o100 ? 0o755 : 0o644);
  if (!entry.isDirectory()) return;
  chmodSync(path, 0o755);
  for (const name of readdirSync(path)) makeReadable(join(path, name));
}
