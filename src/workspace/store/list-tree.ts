import { type ObjectStore, runGit } from './object-store.ts';

export interface TreeEntry {
  path: Buffer;
  mode: string;
  id: string;
}

/** All files and links of a tree, folders opened, in git's order. */
export async function listTree(store: ObjectStore, tree: string): Promise<TreeEntry[]> {
  const { stdout } = await runGit(store, ['ls-tree', '-r', '-z', '--full-tree', tree]);
  return splitByNul(stdout).map((record) => {
    const tab = record.indexOf(0x09);
    const [mode = '', , id = ''] = record.subarray(0, tab).toString('latin1').split(' ');
    return { path: record.subarray(tab + 1), mode, id };
  });
}

/** Bytes of one file of a tree, or undefined if it is not there. */
export async function readTreeFile(store: ObjectStore, tree: string, path: Buffer): Promise<Buffer | undefined> {
  const entry = (await listTree(store, tree)).find((each) => each.path.equals(path));
  if (entry === undefined) return undefined;
  return (await runGit(store, ['cat-file', 'blob', entry.id], { maxOutputBytes: 1 << 30 })).stdout;
}

export function splitByNul(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0, at);
    parts.push(bytes.subarray(at, end === -1 ? bytes.length : end));
    at = end === -1 ? bytes.length : end + 1;
  }
  return parts;
}
