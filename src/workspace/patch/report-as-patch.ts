import { diffTrees } from '../store/diff-trees.ts';
import { importTree } from '../store/import-tree.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** File that a QA task's submission consists of. */
const REPORT = 'qa-report.md';

/** The patch that adds a report, and nothing else, to a baseline. */
export async function reportAsPatch(store: ObjectStore, baselineTree: string, report: Uint8Array): Promise<Buffer> {
  const tree = await importTree(store, (into) => into.add(Buffer.from(REPORT), '100644', report), baselineTree);
  return diffTrees(store, baselineTree, tree);
}
