import { chmodSync, lchownSync, mkdirSync, readdirSync } from 'node:fs';
import { InfraError } from '../../errors.ts';
import { listTree, type TreeEntry } from './list-tree.ts';
import type { ObjectStore } from './object-store.ts';
import { isReservedName, pathKey, showPath } from './path-bytes.ts';
import { readBlobs } from './read-blobs.ts';
import { type Owner, writeEntry } from './write-entry.ts';
import { writeTree } from './write-tree.ts';

export interface CheckoutOptions {
  /** Owner of all that is written, `dir` too (only root can). */
  owner?: Owner;
  /** Read the result back and compare its tree. */
  verify?: boolean;
}

/**
 * Writes a tree's files, raw, into `dir`, which is made or must be empty. Files get mode 644 or 755, folders 755,
 * whatever the umask; no link is written through.
 * @throws InfraError `not-empty`, `unwritable-tree`, `tree-mismatch`.
 */
export async function checkoutTree(store: ObjectStore, tree: string, dir: string, options: CheckoutOptions = {}) {
  mkdirSync(dir, { recursive: true });
  if (readdirSync(dir).length > 0) throw new InfraError('not-empty', `${dir} is not empty`);
  const entries = await listTree(store, tree);
  const root = Buffer.from(`${dir}/`);
  const made = new Set<string>();
  makeFolder(root, Buffer.alloc(0), options.owner);
  for (const entry of entries) {
    refuse(entry);
    for (const folder of parents(entry.path)) {
      if (made.has(pathKey(folder))) continue;
      makeFolder(root, folder, options.owner);
      made.add(pathKey(folder));
    }
  }
  await readBlobs(
    store,
    entries.map(({ id }) => id),
    (index) => writeEntry(root, entries[index] as TreeEntry, options.owner),
  );
  if (options.verify) await verifyCheckout(store, tree, dir);
}

/** @throws InfraError `tree-mismatch` if `dir` does not hold exactly this tree. */
export async function verifyCheckout(store: ObjectStore, tree: string, dir: string): Promise<void> {
  const unlimited = { maxFileBytes: Infinity, maxEntries: Infinity, maxTotalBytes: Infinity };
  const written = await writeTree(store, dir, { declared: [], ...unlimited });
  if (written.tree !== tree) {
    throw new InfraError('tree-mismatch', `${dir} holds the tree ${written.tree}, not ${tree} as it should`);
  }
}

function refuse({ path, mode }: TreeEntry): void {
  const names = path.toString('latin1').split('/');
  const bad = names.some((name) => ['', '.', '..'].includes(name) || isReservedName(Buffer.from(name, 'latin1')));
  if (bad || !['100644', '100755', '120000'].includes(mode)) {
    throw new InfraError('unwritable-tree', `the tree holds ${showPath(path)} with mode ${mode}, which is not allowed`);
  }
}

function parents(path: Buffer): Buffer[] {
  const folders: Buffer[] = [];
  for (let at = path.indexOf(0x2f); at !== -1; at = path.indexOf(0x2f, at + 1)) folders.push(path.subarray(0, at));
  return folders;
}

function makeFolder(root: Buffer, path: Buffer, owner: Owner | undefined): void {
  const absolute = Buffer.concat([root, path]);
  try {
    if (path.length > 0) mkdirSync(absolute);
    chmodSync(absolute, 0o755);
    if (owner !== undefined) lchownSync(absolute, owner.uid, owner.gid);
  } catch (cause) {
    throw new InfraError('unwritable-tree', `cannot make the folder ${showPath(absolute)}`, { cause });
  }
}
