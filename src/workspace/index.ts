/**
 * Workspaces: from a source to a baseline tree, a checkout for the agent, the patch it leaves, and back. Layer 2.
 * Every workspace is hostile once an agent ran in it; all trees live in an object store of our own.
 * Must not know of agents, judges, browsers or how processes are confined.
 */
export { type Applied, type ApplyOptions, applyPatch } from './patch/apply-patch.ts';
export { type CaptureOptions, capturePatch } from './patch/capture-patch.ts';
export { type ChangedLines, changedLines } from './patch/changed-lines.ts';
export { reportAsPatch } from './patch/report-as-patch.ts';
export { resolveSolution, type SolutionContext } from './solution/resolve-solution.ts';
export type { Solution } from './solution/solution-header.ts';
export { type AppSource, appBaseline, type Baseline } from './source/app-source.ts';
export { type FetchOptions, fetchCommit, type GitCommit } from './source/fetch-commit.ts';
export { type GitSource, gitTree } from './source/git-source.ts';
export { type NpmHost, type NpmHostOptions, prepareNpmHost } from './source/npm-host.ts';
export { type NpmBaseline, type NpmSource, npmBaseline } from './source/npm-source.ts';
export { type FetchPackage, type PublishedPackage, packNpm } from './source/pack-npm.ts';
export { type CheckoutOptions, checkoutTree } from './store/checkout-tree.ts';
export { changedPaths } from './store/diff-trees.ts';
export { readTreeFile } from './store/list-tree.ts';
export { createObjectStore, type ObjectStore } from './store/object-store.ts';
export { updateTree } from './store/update-tree.ts';
export type { WalkLimits } from './store/walk-folder.ts';
export type { Owner } from './store/write-entry.ts';
export { type WriteTreeOptions, type WrittenTree, writeTree } from './store/write-tree.ts';
