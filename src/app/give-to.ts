import { lchownSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Owner } from '../environment/index.ts';

/** Makes a folder and all in it belong to the user of a pod. Links are changed, never followed. */
export function giveTo(path: string, owner: Owner | undefined): void {
  if (owner === undefined) return;
  lchownSync(path, owner.uid, owner.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveTo(join(path, name), owner);
}
