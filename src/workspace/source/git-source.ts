import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../errors.ts';
import { compileGlobs } from '../path-globs.ts';
import { importTree } from '../store/import-tree.ts';
import { splitByNul, type TreeEntry } from '../store/list-tree.ts';
import { type ObjectStore, runGit } from '../store/object-store.ts';
import { isReservedLink, isReservedName, showPath } from '../store/path-bytes.ts';
import { DEFAULT_LIMITS } from '../store/write-tree.ts';
import { type FetchOptions, fetchCommit, type GitCommit } from './fetch-commit.ts';

export interface GitSource extends GitCommit, FetchOptions {
  store: ObjectStore;
  /** Paths or globs that are left out: installed packages, build output. */
  exclude: readonly string[];
}

/** Git writes 100644 since 2005; what is older is read as that. */
const MODES: Readonly<Record<string, '100644' | '100755' | '120000'>> = {
  '100644': '100644',
  '100664': '100644',
  '100755': '100755',
  '120000': '120000',
};
const SUBMODULE = '160000';

/**
 * Tree of a commit, raw: no filter, attribute or configuration of the repository has a say. Submodules are left out.
 * @throws UserError `bad-git-source` for a path or an entry that no workspace may have, or for too much of it, and what
 * `fetchCommit` throws
 */
export async function gitTree({ store, repo, commit, exclude, ...options }: GitSource): Promise<string> {
  const fetched = await fetchCommit({ repo, commit }, options);
  const entries = readable(await entriesOf(fetched, commit), `${repo} at ${commit}`);
  const isLeftOut = compileGlobs(exclude);
  // The cached store is only read: what is made of its files lies in ours.
  appendFileSync(join(store.gitDir, 'objects/info/alternates'), `${join(fetched.gitDir, 'objects')}\n`);
  return importTree(store, (into) => {
    for (const { path, mode, id } of entries) if (!isLeftOut(path)) into.addExisting(path, mode, id);
  });
}

interface SizedEntry extends TreeEntry {
  sizeBytes: number;
}

async function entriesOf(store: ObjectStore, commit: string): Promise<SizedEntry[]> {
  const { stdout } = await runGit(store, ['ls-tree', '-r', '-l', '-z', '--full-tree', commit]);
  return splitByNul(stdout).map((record) => {
    const tab = record.indexOf(0x09);
    const [mode = '', , id = '', size = ''] = record.subarray(0, tab).toString('latin1').split(/ +/);
    return { path: record.subarray(tab + 1), mode, id, sizeBytes: Number(size) || 0 };
  });
}

/** Whoever made the commit may have put anything into it; what a capture would leave out is no part of a workspace. */
function readable(all: readonly SizedEntry[], what: string): SizedEntry[] {
  const { maxEntries, maxFileBytes, maxTotalBytes } = DEFAULT_LIMITS;
  const refuse = (why: string) => new UserError('bad-git-source', `${what} cannot be a workspace: ${why}`);
  if (all.length > maxEntries) throw refuse(`it has more than ${maxEntries} files`);
  const entries: SizedEntry[] = [];
  let totalBytes = 0;
  for (const entry of all) {
    if (entry.mode === SUBMODULE) continue;
    const mode = MODES[entry.mode];
    if (mode === undefined || isRefused(entry)) {
      throw refuse(`it holds ${showPath(entry.path)} with mode ${entry.mode}`);
    }
    if (entry.sizeBytes > maxFileBytes)
      throw refuse(`${showPath(entry.path)} is larger than ${maxFileBytes >> 20} MiB`);
    totalBytes += entry.sizeBytes;
    entries.push({ ...entry, mode });
  }
  if (totalBytes > maxTotalBytes) throw refuse(`its files are larger than ${maxTotalBytes >> 20} MiB together`);
  return entries;
}

function isRefused({ path, mode }: TreeEntry): boolean {
  const names = path.toString('latin1').split('/');
  const isLink = mode === '120000' && isReservedLink(Buffer.from(names.at(-1) ?? '', 'latin1'));
  return isLink || names.some((name) => ['', '.', '..'].includes(name) || isReservedName(Buffer.from(name, 'latin1')));
}
