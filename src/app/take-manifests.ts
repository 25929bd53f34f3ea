import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ObjectStore, readTreeFile } from '../workspace/index.ts';

export interface TreeInStore {
  store: ObjectStore;
  tree: string;
}

/**
 * Writes the manifest and the lockfile beside each of `folders` (`web/node_modules`) into `dir`, and returns it. What is
 * a link in the tree becomes a file that holds its target: nothing is followed.
 */
export async function takeManifests(
  { store, tree }: TreeInStore,
  folders: readonly string[],
  dir: string,
): Promise<string> {
  for (const at of folders) {
    for (const name of ['package.json', 'package-lock.json']) {
      const path = join(dirname(at), name);
      const content = await readTreeFile(store, tree, Buffer.from(path));
      if (content === undefined) continue;
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), content);
    }
  }
  return dir;
}
