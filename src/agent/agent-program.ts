import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import type { Mount } from '../environment/index.ts';
import { errorText, UserError } from '../errors.ts';
import { hashPaths } from '../suite/index.ts';

/** Where the user's program, or the folder given with it, lies inside the pod. */
const PROGRAM_DIR = '/opt/agent';

/** What the first word of a command line means: how the pod calls it, and what must be mounted for that. */
export interface AgentProgram {
  word: string;
  mounts: Mount[];
  /** Hash over everything that is mounted. @throws UserError `bad-agent-files` if a file cannot be read */
  contentHash(): string;
}

/**
 * A word that names a file of this machine brings that one file into the pod: what lies beside it may be the judges.
 * With `files` (a folder) all of that folder comes, and the program is found in it.
 * @throws UserError `bad-command` if the program is a folder, `no-agent-files`, `not-in-agent-files`
 */
export function findProgram(word: string, files: string | null, cwd: string): AgentProgram {
  return files === null ? programAlone(word, cwd) : programIn(word, files, cwd);
}

function programAlone(word: string, cwd: string): AgentProgram {
  const path = localPath(word, cwd);
  const stats = path === undefined ? undefined : statsOf(path, word);
  if (path === undefined || stats === undefined) return { word, mounts: [], contentHash: () => '' };
  if (!stats.isFile()) {
    throw new UserError('bad-command', `${word} is not a program`, 'name the file that is to be run');
  }
  const from = realpathSync(path);
  const at = join(PROGRAM_DIR, basename(path));
  return { word: at, mounts: [{ at, kind: 'read', from }], contentHash: () => hashing(word, () => hashFile(from)) };
}

function programIn(word: string, files: string, cwd: string): AgentProgram {
  const given = resolve(cwd, files);
  if (statsOf(given, files)?.isDirectory() !== true) {
    throw new UserError('no-agent-files', `${files} is not a folder`, 'give --agent-files the folder of your agent');
  }
  const dir = realpathSync(given);
  const path = localPath(word, cwd);
  const inside =
    path === undefined ? undefined : [path, resolve(dir, word)].map((each) => below(dir, each, word)).find(isSet);
  const outside = inside === undefined && path !== undefined && statsOf(path, word) !== undefined;
  if (outside) {
    throw new UserError(
      'not-in-agent-files',
      `${word} does not lie in ${files}`,
      'with --agent-files the program must lie in that folder: only the folder is brought into the sandbox',
    );
  }
  return {
    word: inside === undefined ? word : join(PROGRAM_DIR, inside),
    mounts: [{ at: PROGRAM_DIR, kind: 'read', from: dir }],
    contentHash: () => hashing(files, () => hashPaths(dir, ['.'])),
  };
}

/** Host path that a word names; undefined for what is looked up in the pod's PATH or comes with the system. */
function localPath(word: string, cwd: string): string | undefined {
  if (!word.includes('/')) return undefined;
  const path = resolve(cwd, word);
  return path.startsWith('/usr/') || path.startsWith('/bin/') ? undefined : path;
}

/** Path of an existing file relative to `dir`, if it lies in there. */
function below(dir: string, path: string, word: string): string | undefined {
  if (statsOf(path, word) === undefined) return undefined;
  const inside = relative(dir, realpathSync(resolve(path, '..')));
  if (inside === '..' || inside.startsWith('../')) return undefined;
  return join(inside, basename(path));
}

/** Undefined if nothing is there. `word` is how the user calls it. */
function statsOf(path: string, word: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new UserError('bad-command', `cannot look at ${word}: ${errorText(error)}`, 'name a file that you may read');
  }
}

const isSet = (path: string | undefined): path is string => path !== undefined;

const hashFile = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

function hashing(name: string, hash: () => string): string {
  try {
    return hash();
  } catch (error) {
    const hint = 'everything that is brought into the sandbox must be readable';
    throw new UserError('bad-agent-files', `cannot read all of ${name}: ${errorText(error)}`, hint);
  }
}
