import type { Capture } from '../../schema/index.ts';
import { compileGlobs } from '../path-globs.ts';
import { describeChanges, diffTrees, listChanges } from '../store/diff-trees.ts';
import { listTree, type TreeEntry } from '../store/list-tree.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { pathKey, showPath } from '../store/path-bytes.ts';
import type { WalkLimits } from '../store/walk-folder.ts';
import { writeTree } from '../store/write-tree.ts';

export interface CaptureOptions extends Partial<WalkLimits> {
  store: ObjectStore;
  /** The workspace; no process may write to it any more. */
  dir: string;
  baselineTree: string;
  /** Paths or globs of dependencies, build output and caches: left out of both sides, listed if present. */
  declared: readonly string[];
  /** Paths or globs whose change is recorded as tampering. The change stays in the patch. */
  protectedPaths: readonly string[];
}

/**
 * The difference between a workspace and its baseline, as bytes that `applyPatch` turns back into `capture.tree`.
 * All that differs is in it, except what `capture.skipped` lists.
 * @example
 * const { patch, capture } = await capturePatch({ store, dir, baselineTree, declared: ['node_modules'], protectedPaths: [] });
 */
export async function capturePatch(options: CaptureOptions): Promise<{ patch: Buffer; capture: Capture }> {
  const { store, dir, baselineTree, declared, protectedPaths, ...limits } = options;
  const isProtected = compileGlobs(protectedPaths);
  const baseline = await listTree(store, baselineTree);
  const { tree, skipped } = await writeTree(store, dir, {
    ...limits,
    declared,
    first: pathsAndFolders(baseline),
    keep: declaredEntries(baseline, declared),
  });
  const changes = tree === baselineTree ? [] : await listChanges(store, baselineTree, tree);
  const [patch, changed] =
    changes.length === 0
      ? [Buffer.alloc(0), []]
      : await Promise.all([diffTrees(store, baselineTree, tree), describeChanges(store, changes)]);
  return {
    patch,
    capture: {
      baselineTree,
      tree,
      patchBytes: patch.length,
      changed,
      skipped,
      tampered: changes.filter(({ path }) => isProtected(path)).map(({ path }) => showPath(path)),
    },
  };
}

function pathsAndFolders(entries: readonly TreeEntry[]): Set<string> {
  const keys = new Set<string>();
  for (const { path } of entries) {
    for (let key = pathKey(path); key !== '' && !keys.has(key); key = key.slice(0, Math.max(key.lastIndexOf('/'), 0))) {
      keys.add(key);
    }
  }
  return keys;
}

/** What the baseline holds inside declared folders: it stays as it is, since the walk does not look there. */
function declaredEntries(baseline: readonly TreeEntry[], declared: readonly string[]): TreeEntry[] {
  const isDeclared = compileGlobs(declared);
  return baseline.filter(({ path }) => isDeclared(path));
}
