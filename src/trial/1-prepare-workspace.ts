import type { Owner } from '../environment/index.ts';
import { checkoutTree } from '../workspace/index.ts';
import type { PreparedTask, Workshop } from './trial-context.ts';

/** Writes a tree of the task's store into a new folder that belongs to the trial's user. */
export async function prepareWorkspace(
  { scratch }: Workshop,
  { store }: PreparedTask,
  tree: string,
  owner: Owner | undefined,
): Promise<string> {
  const dir = scratch.newDir('workspace');
  await checkoutTree(store, tree, dir, owner === undefined ? {} : { owner });
  return dir;
}
