import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { errorText, InfraError, UserError } from '../../errors.ts';
import { parseWith, type SolutionEdits, solutionSchema } from '../../schema/index.ts';
import type { FetchPackage } from '../source/pack-npm.ts';
import { diffTrees } from '../store/diff-trees.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { applyCommits } from './apply-commits.ts';
import { derivePatch } from './derive-patch.ts';
import { replaceInTree } from './replace-in-tree.ts';
import { type Solution, splitHeader } from './solution-header.ts';

export interface SolutionContext {
  store: ObjectStore;
  baselineTree: string;
  /** Where published versions come from; `packNpm` outside of tests. */
  fetchPackage: FetchPackage;
  /** Paths or globs that the baseline has been made without. */
  exclude?: readonly string[];
  /** Where commits are kept; default: the cache of this machine. */
  cacheDir?: string;
}

/**
 * Reads a solution file: a `.patch` with an optional header, or a `.toml` of edits that is turned into a patch.
 * @throws UserError `bad-solution` naming file and key.
 */
export async function resolveSolution(path: string, context: SolutionContext): Promise<Solution> {
  const bytes = readSolution(path);
  if (!path.endsWith('.toml')) return splitHeader(bytes);
  const edits = parseEdits(path, bytes);
  const changed = edits.commits === undefined ? context.baselineTree : await applyCommits(edits.commits, context);
  const derived = await derivePatch(edits, { ...context, baselineTree: changed, path });
  const tree = await replaceInTree(edits.replace, { store: context.store, tree: derived, path });
  if (tree === context.baselineTree) throw new UserError('bad-solution', `${path}: the edits change nothing`);
  const patch = await diffTrees(context.store, context.baselineTree, tree);
  return { patch, title: edits.title ?? '', fails: edits.fails };
}

function readSolution(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new InfraError('unreadable', `cannot read the solution ${path}`, { cause });
  }
}

function parseEdits(path: string, bytes: Buffer): SolutionEdits {
  let value: unknown;
  try {
    value = parse(bytes.toString());
  } catch (error) {
    throw new UserError('bad-solution', `${path} is not TOML: ${errorText(error)}`);
  }
  const parsed = parseWith(solutionSchema, value);
  if (parsed.ok) return parsed.value;
  const problems = parsed.problems.map(({ key, message }) => `\`${key}\` ${message}`).join('; ');
  throw new UserError('bad-solution', `${path}: ${problems}`);
}
