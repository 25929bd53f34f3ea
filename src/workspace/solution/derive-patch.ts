import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../errors.ts';
import type { Derive, SolutionEdits } from '../../schema/index.ts';
import { applyPatch } from '../patch/apply-patch.ts';
import { formatPatch, type PatchFile, type PatchHunk, parsePatch } from '../patch/parse-patch.ts';
import type { FetchPackage } from '../source/pack-npm.ts';
import { diffTrees } from '../store/diff-trees.ts';
import { importTree } from '../store/import-tree.ts';
import type { ObjectStore } from '../store/object-store.ts';

export interface DeriveContext {
  store: ObjectStore;
  baselineTree: string;
  fetchPackage: FetchPackage;
  /** File of the solution, for messages. */
  path: string;
}

/** Little, so that neighbouring changes are hunks of their own and can be told apart; the position does the rest. */
const CONTEXT_LINES = 1;

/** Puts the selected hunks on the baseline and returns the resulting tree. @throws UserError `bad-solution`. */
export async function derivePatch(edits: SolutionEdits, context: DeriveContext): Promise<string> {
  const files: PatchFile[] = [];
  for (const [index, derive] of edits.derive.entries()) {
    files.push(...(await selectHunks(derive, `derive[${index}]`, context)));
  }
  dropHunks(edits, files, context.path);
  const patch = formatPatch(files.filter(({ hunks }) => hunks.length > 0));
  return (await applyPatch({ store: context.store, baselineTree: context.baselineTree, patch })).tree;
}

async function selectHunks(derive: Derive, key: string, context: DeriveContext): Promise<PatchFile[]> {
  const { store, fetchPackage, path } = context;
  const name = derive.package;
  const [from, to] = [
    await fetchPackage({ package: name, version: derive.from, integrity: derive.integrityFrom }),
    await fetchPackage({ package: name, version: derive.to, integrity: derive.integrityTo }),
  ];
  const names = Object.keys(derive.files);
  const trees = [await filesTree(store, from, names), await filesTree(store, to, names)] as const;
  const files = parsePatch(await diffTrees(store, ...trees, CONTEXT_LINES));
  return Object.entries(derive.files).map(([file, patterns]) => {
    const found = files.find((each) => each.path === Buffer.from(file).toString('latin1'));
    if (found === undefined) {
      throw new UserError(
        'bad-solution',
        `${path}: ${key}.files: ${file} is the same in ${name} ${derive.from} and ${derive.to}`,
      );
    }
    for (const pattern of patterns) {
      if (found.hunks.some(changes(pattern))) continue;
      throw new UserError('bad-solution', `${path}: ${key}.files."${file}": no changed line matches /${pattern}/`);
    }
    return { ...found, hunks: found.hunks.filter((hunk) => patterns.some((pattern) => changes(pattern)(hunk))) };
  });
}

function dropHunks({ drop }: SolutionEdits, files: PatchFile[], path: string): void {
  for (const [index, { file, match, count }] of drop.entries()) {
    const target = files.find((each) => each.path === Buffer.from(file).toString('latin1'));
    const kept = target?.hunks.filter((hunk) => !changes(match)(hunk)) ?? [];
    const dropped = (target?.hunks.length ?? 0) - kept.length;
    if (target === undefined || dropped !== count) {
      const message = `drop[${index}].match matches ${dropped} hunks of ${file} in the derived patch, not ${count}`;
      throw new UserError('bad-solution', `${path}: ${message}`);
    }
    target.hunks = kept;
  }
}

/** True for a hunk with an added or removed line that the pattern matches. */
function changes(pattern: string): (hunk: PatchHunk) => boolean {
  const expression = new RegExp(pattern);
  return ({ lines }) =>
    lines.some(
      (line) =>
        /^[+-]/.test(line) &&
        expression.test(
          Buffer.from(line.slice(1), 'latin1')
            .toString()
            .replace(/\r?\n$/, ''),
        ),
    );
}

function filesTree(store: ObjectStore, dir: string, names: readonly string[]): Promise<string> {
  return importTree(store, (into) => {
    for (const name of names) {
      const file = join(dir, name);
      if (existsSync(file)) into.add(Buffer.from(name), '100644', readFileSync(file));
    }
  });
}
