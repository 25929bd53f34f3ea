import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Owner } from '../environment/index.ts';
import { applyPatch, changedPaths } from '../workspace/index.ts';
import { prepareWorkspace } from './1-prepare-workspace.ts';
import type { PreparedTask, Workshop } from './trial-context.ts';

/** A fresh copy with a patch on it, as a judge gets it. */
export interface JudgedCopy {
  workspaceDir: string;
  submission: { report: string | null; changed: string[] };
}

const REPORT = 'qa-report.md';
const MAX_REPORT_BYTES = 1 << 20;

/** Applies a patch strictly to a fresh copy. @throws UserError `patch-does-not-apply`, InfraError `tree-mismatch` */
export async function prepareJudgement(
  workshop: Workshop,
  prepared: PreparedTask,
  options: { patch: Buffer; expectedTree?: string; owner: Owner | undefined },
): Promise<JudgedCopy> {
  const { store, baselineTree } = prepared;
  const { patch, expectedTree, owner } = options;
  const { tree } = await applyPatch({
    store,
    baselineTree,
    patch,
    ...(expectedTree === undefined ? {} : { expectedTree }),
  });
  const workspaceDir = await prepareWorkspace(workshop, prepared, tree, owner);
  const changed = await changedPaths(store, baselineTree, tree);
  return { workspaceDir, submission: { report: readReport(workspaceDir), changed } };
}

/** The report's text; null if there is no plain file of that name. A link is never followed. */
function readReport(workspaceDir: string): string | null {
  const path = join(workspaceDir, REPORT);
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined || !entry.isFile() || entry.size > MAX_REPORT_BYTES) return null;
  return readFileSync(path, 'utf8');
}
