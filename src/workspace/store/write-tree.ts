import type { SkippedPath } from '../../schema/index.ts';
import { compileGlobs } from '../path-globs.ts';
import { importTree } from './import-tree.ts';
import type { TreeEntry } from './list-tree.ts';
import type { ObjectStore } from './object-store.ts';
import { type WalkLimits, walkFolder } from './walk-folder.ts';

export interface WriteTreeOptions extends Partial<WalkLimits> {
  /** Paths or globs from the root (dependencies, build output, caches) that are left out and listed. */
  declared: readonly string[];
  /** Keys of paths that are read before all others; see `pathKey`. */
  first?: ReadonlySet<string>;
  /** Entries to have in the tree whatever the folder holds. */
  keep?: readonly TreeEntry[];
}

export interface WrittenTree {
  tree: string;
  skipped: SkippedPath[];
}

/** What a workspace may hold, whoever filled it. */
export const DEFAULT_LIMITS: WalkLimits = { maxFileBytes: 64 << 20, maxEntries: 200_000, maxTotalBytes: 512 << 20 };

/**
 * Puts all that is in `dir` into the store and returns the id of its tree, which depends on paths, modes and bytes
 * only. What git cannot carry (pipes, sockets, devices, `.git`, too large files) is skipped and listed; a folder
 * without files leaves no trace.
 */
export async function writeTree(store: ObjectStore, dir: string, options: WriteTreeOptions): Promise<WrittenTree> {
  const limits: WalkLimits = {
    maxFileBytes: options.maxFileBytes ?? DEFAULT_LIMITS.maxFileBytes,
    maxEntries: options.maxEntries ?? DEFAULT_LIMITS.maxEntries,
    maxTotalBytes: options.maxTotalBytes ?? DEFAULT_LIMITS.maxTotalBytes,
  };
  const isDeclared = compileGlobs(options.declared);
  const first = options.first === undefined ? {} : { first: options.first };
  let skipped: SkippedPath[] = [];
  const tree = await importTree(store, async (into) => {
    for (const entry of options.keep ?? []) into.addExisting(entry.path, entry.mode, entry.id);
    skipped = await walkFolder(
      dir,
      { isDeclared, limits, ...first },
      {
        file: (path, executable, fd, size) => into.addFile(path, executable ? '100755' : '100644', fd, size),
        link: (path, target) => into.add(path, '120000', target),
      },
    );
  });
  return { tree, skipped };
}
