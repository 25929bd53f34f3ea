import type { ChangedPath } from '../../schema/index.ts';
import { splitByNul } from './list-tree.ts';
import { type ObjectStore, runGit } from './object-store.ts';
import { showPath } from './path-bytes.ts';

const MAX_PATCH_BYTES = 1 << 30;

const PATCH_OPTIONS = [
  ...['-r', '-p', '--binary', '--full-index', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv'],
  ...['--src-prefix=a/', '--dst-prefix=b/', '--no-relative', '--inter-hunk-context=0'],
  ...['--diff-algorithm=myers', '--indent-heuristic', '--no-function-context', '--submodule=short'],
];

/** The patch that makes `to` out of `from`, with `contextLines` lines around each change. */
export async function diffTrees(store: ObjectStore, from: string, to: string, contextLines = 3): Promise<Buffer> {
  const args = ['diff-tree', ...PATCH_OPTIONS, `--unified=${contextLines}`, from, to, '--'];
  return (await runGit(store, args, { maxOutputBytes: MAX_PATCH_BYTES })).stdout;
}

export interface TreeChange {
  path: Buffer;
  status: ChangedPath['status'];
  oldMode: string | null;
  newMode: string | null;
  /** Object on the new side, or null if the path is gone. */
  newId: string | null;
}

const STATUS: Record<string, ChangedPath['status']> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  T: 'type-changed',
};

/** Every path that differs between two trees. */
export async function listChanges(store: ObjectStore, from: string, to: string): Promise<TreeChange[]> {
  const { stdout } = await runGit(store, ['diff-tree', '-r', '--raw', '-z', '--no-renames', '--no-abbrev', from, to]);
  const parts = splitByNul(stdout);
  const changes: TreeChange[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [oldMode = '', newMode = '', , newId = '', letter = ''] = (parts[at] as Buffer)
      .toString('latin1')
      .slice(1)
      .split(' ');
    changes.push({
      path: parts[at + 1] as Buffer,
      status: STATUS[letter.slice(0, 1)] ?? 'modified',
      oldMode: oldMode === '000000' ? null : oldMode,
      newMode: newMode === '000000' ? null : newMode,
      newId: newMode === '000000' ? null : newId,
    });
  }
  return changes;
}

/** The changes as they are recorded; the size is that of the new side, 0 for a deleted path. */
export async function describeChanges(store: ObjectStore, changes: readonly TreeChange[]): Promise<ChangedPath[]> {
  const ids = changes.map((change) => change.newId).filter((id) => id !== null);
  const { stdout } = await runGit(store, ['cat-file', '--batch-check=%(objectsize)'], { input: `${ids.join('\n')}\n` });
  const sizes = stdout.toString('latin1').split('\n').map(Number);
  let next = 0;
  return changes.map(({ path, status, oldMode, newMode, newId }) => ({
    path: showPath(path),
    status,
    oldMode,
    newMode,
    sizeBytes: newId === null ? 0 : (sizes[next++] ?? 0),
  }));
}

/** Names of the paths that differ between two trees, as people read them. */
export async function changedPaths(store: ObjectStore, from: string, to: string): Promise<string[]> {
  return from === to ? [] : (await listChanges(store, from, to)).map(({ path }) => showPath(path));
}
