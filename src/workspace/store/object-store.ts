import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { InfraError } from '../../errors.ts';
import { type ProcessResult, pathWithTools, runProcess, tail, writeFileAtomic } from '../../host/index.ts';

/**
 * Our own bare git directory, outside every workspace. Nothing that an agent wrote (configuration, hooks, attributes,
 * ignore files, its own repository) has a say in what git does here, nor has the user's or the machine's configuration.
 */
export interface ObjectStore {
  readonly dir: string;
  readonly gitDir: string;
}

const GIT_TIMEOUT_MS = 300_000;
/** The unit of `ulimit -f`. */
const BLOCK_BYTES = 512;

const CONFIG = `[core]
	repositoryformatversion = 0
	bare = true
	compression = 1
	fsync = none
	hooksPath = /dev/null
	attributesFile = /dev/null
	excludesFile = /dev/null
	quotePath = true
	ignoreCase = false
	precomposeUnicode = false
	protectHFS = false
	protectNTFS = false
	bigFileThreshold = 512m
	maxTreeDepth = 4096
[gc]
	auto = 0
[maintenance]
	auto = false
[fastimport]
	unpackLimit = 1
`;

// The file in the git directory beats every .gitattributes of a tree; `!name` means: as if nobody had said anything.
const ATTRIBUTES =
  '* !text !eol !crlf !diff !merge !filter !ident !working-tree-encoding !encoding !whitespace !delta !export-ignore !export-subst !binary !conflict-marker-size\n';

/**
 * Makes the store in `dir`, or opens the one that is there. The caller removes `dir`. The few files that make a folder
 * a repository are written here: `git init` would copy templates and take a process.
 */
export function createObjectStore(dir: string): ObjectStore {
  const root = resolve(dir);
  const store: ObjectStore = { dir: root, gitDir: join(root, 'objects.git') };
  for (const folder of ['info', 'objects/info', 'objects/pack', 'refs/heads']) {
    mkdirSync(join(store.gitDir, folder), { recursive: true });
  }
  mkdirSync(homeOf(store), { recursive: true });
  const files = { config: CONFIG, 'info/attributes': ATTRIBUTES, HEAD: 'ref: refs/heads/unused\n' };
  for (const [name, content] of Object.entries(files)) writeFileAtomic(join(store.gitDir, name), content);
  return store;
}

export interface GitOptions {
  input?: string | Uint8Array;
  /** Descriptor that becomes standard input, for what is too large to be held in memory. */
  stdinFd?: number;
  indexFile?: string;
  onStdout?: (chunk: Buffer) => void;
  /** Output beyond this is an error, not cut. Default 256 MiB. */
  maxOutputBytes?: number;
  /** Return a non-zero exit instead of throwing. */
  allowFailure?: boolean;
  /** More for git's environment. */
  env?: Readonly<Record<string, string>>;
  /** No file that git writes may be larger. */
  maxFileBytes?: number;
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

/** Runs git on the store in a neutral environment. @throws InfraError `git-failed` with the last lines of output. */
export async function runGit(store: ObjectStore, args: readonly string[], options: GitOptions = {}) {
  const git = ['git', `--git-dir=${store.gitDir}`, ...args];
  const command =
    options.maxFileBytes === undefined
      ? git
      : ['/bin/sh', '-c', `ulimit -f ${Math.ceil(options.maxFileBytes / BLOCK_BYTES)} && exec "$@"`, 'sh', ...git];
  const streamed = options.onStdout !== undefined;
  const result = await runProcess(
    options.stdinFd === undefined ? command : ['/bin/sh', '-c', 'exec "$@" <&3 3<&-', 'sh', ...command],
    {
      cwd: store.dir,
      env: { ...environment(store, options.indexFile), ...options.env },
      timeoutMs: options.timeoutMs ?? GIT_TIMEOUT_MS,
      signal: options.signal,
      maxOutputBytes: streamed ? 64 << 10 : (options.maxOutputBytes ?? 256 << 20),
      ...(options.input === undefined ? {} : { input: options.input }),
      ...(options.stdinFd === undefined ? {} : { extraFds: [options.stdinFd] }),
      ...(options.onStdout === undefined ? {} : { onStdout: options.onStdout }),
    },
  );
  if (result.timedOut || result.exitCode === null) throw gitFailure(args, result, 'was stopped');
  if (result.truncated && !streamed) throw gitFailure(args, result, 'printed too much');
  if (result.exitCode !== 0 && !options.allowFailure) throw gitFailure(args, result, `exited with ${result.exitCode}`);
  return result;
}

/** A fresh name inside the store's folder, for a file that its maker removes. */
export function temporaryIn(store: ObjectStore, label: string): string {
  return join(store.dir, `${label}-${randomBytes(6).toString('hex')}`);
}

const homeOf = (store: ObjectStore): string => join(store.dir, 'home');

function environment(store: ObjectStore, indexFile: string | undefined): Record<string, string> {
  return {
    PATH: pathWithTools(),
    HOME: homeOf(store),
    XDG_CONFIG_HOME: homeOf(store),
    LC_ALL: 'C',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_CEILING_DIRECTORIES: store.dir,
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    ...(indexFile === undefined ? {} : { GIT_INDEX_FILE: indexFile }),
  };
}

function gitFailure(args: readonly string[], result: ProcessResult, what: string): InfraError {
  return new InfraError('git-failed', `git ${args[0]} ${what}`, {
    output: tail(result.stderr),
    hint: 'is there space left on the disk, and is git 2.34 or newer installed?',
  });
}
