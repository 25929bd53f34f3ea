import { UserError } from '../../errors.ts';
import { applyPatch } from '../patch/apply-patch.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { type WriteTreeOptions, writeTree } from '../store/write-tree.ts';

/** What a workspace starts from. */
export interface Baseline {
  /** Tree that the agent is given and that patches are made against. */
  tree: string;
  /** The same before the seed patch. */
  sourceTree: string;
}

export interface AppSource {
  store: ObjectStore;
  /** Folder of the application; it need not be a repository, and one around it is ignored. */
  folder: string;
  /** Paths or globs that are not part of the product, besides dependencies, build output and coverage. */
  exclude?: readonly string[];
  /** The seed, applied strictly; none for an application that has its bugs already. */
  seedPatch?: Buffer;
}

const NOT_SOURCE = ['**/node_modules', 'dist', 'coverage'];

/**
 * Baseline of an application's folder with the seed applied.
 * @throws UserError `source-incomplete` if the folder holds what no tree can, `patch-does-not-apply` for the seed.
 */
export async function appBaseline({ store, folder, exclude = [], seedPatch }: AppSource): Promise<Baseline> {
  const sourceTree = await sourceTreeOf(store, folder, { declared: [...NOT_SOURCE, ...exclude] });
  if (seedPatch === undefined) return { tree: sourceTree, sourceTree };
  return { tree: (await applyPatch({ store, baselineTree: sourceTree, patch: seedPatch })).tree, sourceTree };
}

/** Tree of a folder that must be captured whole, apart from what is declared. */
export async function sourceTreeOf(store: ObjectStore, folder: string, options: WriteTreeOptions): Promise<string> {
  const { tree, skipped } = await writeTree(store, folder, options);
  const lost = skipped.find(({ reason }) => reason !== 'declared' && reason !== 'git-directory');
  if (lost === undefined) return tree;
  throw new UserError(
    'source-incomplete',
    `${folder} cannot be a source: ${lost.path} would be left out (${lost.reason}${lost.detail ? `: ${lost.detail}` : ''})`,
    'remove it or exclude it',
  );
}
