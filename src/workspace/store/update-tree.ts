import { chmodSync, lchownSync, lstatSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { InfraError } from '../../errors.ts';
import { listChanges } from './diff-trees.ts';
import type { ObjectStore } from './object-store.ts';
import { showPath } from './path-bytes.ts';
import { readBlobs } from './read-blobs.ts';
import { type Owner, writeEntry } from './write-entry.ts';

/**
 * Turns a checkout of `from` into one of `to`, writing only what differs; other files of `dir` stay. For a workspace
 * that no hostile process has touched: paths are checked for links, but not against a race.
 * @throws InfraError `unwritable-tree`
 */
export async function updateTree(
  store: ObjectStore,
  from: string,
  to: string,
  dir: string,
  owner: Owner | undefined,
): Promise<void> {
  const root = Buffer.from(`${dir}/`);
  const changes = await listChanges(store, from, to);
  for (const { path, oldMode } of changes) {
    if (oldMode === null || !hasRealParents(root, path)) continue;
    rmSync(Buffer.concat([root, path]), { force: true });
    removeEmptyParents(root, path);
  }
  const written = changes.flatMap(({ path, newMode, newId }) =>
    newMode === null || newId === null ? [] : [{ path, mode: newMode, id: newId }],
  );
  for (const { path } of written) makeParents(root, path, owner);
  await readBlobs(
    store,
    written.map(({ id }) => id),
    (index) => writeEntry(root, written[index] as (typeof written)[number], owner),
  );
}

/** Folders all the way, or absent: what lies behind a link is not part of the workspace. */
function hasRealParents(root: Buffer, path: Buffer): boolean {
  for (let end = path.indexOf(0x2f); end !== -1; end = path.indexOf(0x2f, end + 1)) {
    const folder = Buffer.concat([root, path.subarray(0, end)]);
    if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
  }
  return true;
}

function removeEmptyParents(root: Buffer, path: Buffer): void {
  for (let end = path.lastIndexOf(0x2f); end > 0; end = path.lastIndexOf(0x2f, end - 1)) {
    try {
      rmdirSync(Buffer.concat([root, path.subarray(0, end)]));
    } catch {
      // Still holds something.
      return;
    }
  }
}

function makeParents(root: Buffer, path: Buffer, owner: Owner | undefined): void {
  for (let end = path.indexOf(0x2f); end !== -1; end = path.indexOf(0x2f, end + 1)) {
    const folder = Buffer.concat([root, path.subarray(0, end)]);
    const entry = lstatSync(folder, { throwIfNoEntry: false });
    if (entry?.isDirectory()) continue;
    if (entry !== undefined) throw new InfraError('unwritable-tree', `${showPath(folder)} is not a folder`);
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    if (owner !== undefined) lchownSync(folder, owner.uid, owner.gid);
  }
}
