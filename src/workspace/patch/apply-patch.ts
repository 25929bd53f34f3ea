import { rmSync } from 'node:fs';
import { InfraError, UserError } from '../../errors.ts';
import { listTree } from '../store/list-tree.ts';
import { type ObjectStore, runGit, temporaryIn } from '../store/object-store.ts';
import { explainRejection } from './explain-rejection.ts';

export interface ApplyOptions {
  store: ObjectStore;
  baselineTree: string;
  patch: Buffer;
  /** Tree that must come out: the one that was captured. */
  expectedTree?: string;
}

export interface Applied {
  tree: string;
  /** True if the patch lacked its last newline, which was put back. */
  repaired: boolean;
}

/**
 * Applies a patch to a tree, whole or not at all: no fuzz, no merging, nothing written outside the store. Whitespace
 * alone is an empty patch, which gives the baseline.
 * @throws UserError `patch-does-not-apply` naming file and hunk, or `patch-unsafe` for a path or a kind of entry that
 * no workspace may have; InfraError `tree-mismatch` if the result is not `expectedTree`.
 */
export async function applyPatch({ store, baselineTree, patch, expectedTree }: ApplyOptions): Promise<Applied> {
  const isEmpty = patch.length < 4096 && patch.toString('latin1').trim() === '';
  const repaired = !isEmpty && patch.at(-1) !== 0x0a;
  const whole = repaired ? Buffer.concat([patch, Buffer.from('\n')]) : patch;
  const tree = isEmpty ? baselineTree : await applyToTree(store, baselineTree, whole);
  if (expectedTree !== undefined && tree !== expectedTree) {
    throw new InfraError('tree-mismatch', `the patch gives the tree ${tree}, but ${expectedTree} was captured`, {
      hint: 'the patch was changed after it was captured, or it belongs to another baseline',
    });
  }
  return { tree, repaired };
}

async function applyToTree(store: ObjectStore, baselineTree: string, patch: Buffer): Promise<string> {
  const indexFile = temporaryIn(store, 'index');
  try {
    await runGit(store, ['read-tree', baselineTree], { indexFile });
    const args = ['apply', '--cached', '--whitespace=nowarn', '-p1', '-'];
    const result = await runGit(store, args, { indexFile, input: patch, allowFailure: true });
    if (result.exitCode !== 0) throw await explainRejection({ store, baselineTree, patch, stderr: result.stderr });
    const tree = (await runGit(store, ['write-tree'], { indexFile })).stdout.toString('latin1').trim();
    // A success that changed nothing is how git answers when it skipped every path.
    if (tree === baselineTree) throw new UserError('patch-does-not-apply', 'the patch changes nothing');
    await refuseSubmodules(store, tree, patch);
    return tree;
  } finally {
    rmSync(indexFile, { force: true });
    rmSync(`${indexFile}.lock`, { force: true });
  }
}

async function refuseSubmodules(store: ObjectStore, tree: string, patch: Buffer): Promise<void> {
  if (!patch.includes(' 160000')) return;
  if ((await listTree(store, tree)).some(({ mode }) => mode === '160000')) {
    throw new UserError('patch-unsafe', 'the patch adds a submodule, which has no files', 'add the files themselves');
  }
}
