import type { Commits } from '../../schema/index.ts';
import { applyPatch } from '../patch/apply-patch.ts';
import { gitTree } from '../source/git-source.ts';
import { diffTrees } from '../store/diff-trees.ts';
import type { ObjectStore } from '../store/object-store.ts';

/**
 * Puts the difference between two commits on the baseline and returns the resulting tree. Only the two commits are
 * fetched, into the cache; nothing of them is ever checked out. @throws UserError, InfraError
 */
export async function applyCommits(
  { repo, from, to }: Commits,
  context: { store: ObjectStore; baselineTree: string; exclude?: readonly string[]; cacheDir?: string },
): Promise<string> {
  const { store, baselineTree, exclude = [], cacheDir } = context;
  const cache = cacheDir === undefined ? {} : { cacheDir };
  const treeOf = (commit: string) => gitTree({ store, repo, commit, exclude, ...cache });
  const [before, after] = [await treeOf(from), await treeOf(to)];
  return (await applyPatch({ store, baselineTree, patch: await diffTrees(store, before, after) })).tree;
}
