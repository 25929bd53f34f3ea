import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stringify as toToml } from 'smol-toml';
import { UserError } from '../errors.ts';
import { writeFileAtomic } from '../host/index.ts';
import { kebabCase } from '../schema/index.ts';

/** The folder of a suite that tasks are imported into. */
export interface SuiteFolder {
  has(id: string, file: string): boolean;
  /** Writes a task's files; those of `keep` only where they are not there yet. */
  writeTask(id: string, files: ReadonlyMap<string, string>, keep: readonly string[]): void;
}

export interface SuiteOptions {
  title: string;
  /** Tasks that will be written. */
  ids: readonly string[];
  /** A file that every task of this import has, and nobody else's. */
  mark: string;
}

/**
 * Makes a suite's folder, or opens one that is there.
 * @throws UserError `bad-name`, or `not-ours` if anything in the way is not an import's own; nothing is written then
 */
export function openSuiteFolder(dir: string, { title, ids, mark }: SuiteOptions): SuiteFolder {
  const name = basename(dir);
  if (!kebabCase.safeParse(name).success) {
    const hint = 'use small letters, digits and single hyphens';
    throw new UserError('bad-name', `"${name}" cannot be the name of a suite`, hint);
  }
  const suiteFile = join(dir, 'suite.toml');
  const isSuite = existsSync(suiteFile);
  if (!isSuite && existsSync(dir) && readdirSync(dir).length > 0) throw notOurs(`${dir} is no suite, and not empty`);
  const foreign = ids.find((id) => existsSync(join(dir, id)) && !existsSync(join(dir, id, mark)));
  if (foreign !== undefined) throw notOurs(`${join(dir, foreign)} was not made by this import`);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileAtomic(path, text);
  };
  return {
    has: (id, file) => existsSync(join(dir, id, file)),
    writeTask: (id, files, keep) => {
      if (!existsSync(suiteFile)) write(suiteFile, toToml({ schemaVersion: 1, name, title, version: 1 }));
      // The mark first: a task of which only a part was written can be imported again.
      const inOrder = [...files].sort(([a], [b]) => Number(b === mark) - Number(a === mark));
      for (const [file, text] of inOrder) {
        const path = join(dir, id, file);
        if (!keep.includes(file) || !existsSync(path)) write(path, text);
      }
    },
  };
}

const notOurs = (what: string): UserError =>
  new UserError('not-ours', what, 'nothing was changed; give another folder with --out');
