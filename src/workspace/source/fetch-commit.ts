import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InfraError, UserError } from '../../errors.ts';
import { cachedFolder, cacheRoot, type ProcessResult, tail } from '../../host/index.ts';
import { createObjectStore, type ObjectStore, runGit } from '../store/object-store.ts';

export interface GitCommit {
  /** As the schema `gitRepo` allows it. */
  repo: string;
  /** 40 hex digits. */
  commit: string;
}

export interface FetchOptions {
  /** Default: the cache of this machine. */
  cacheDir?: string;
  signal?: AbortSignal | undefined;
}

const FETCH_TIMEOUT_MS = 1_800_000;
const ASK_TIMEOUT_MS = 120_000;
/** Of the one file that a commit comes in. */
const MAX_PACK_BYTES = 8 * 2 ** 30;

/** How git reaches a network, and nothing else of the caller's variables. */
const NETWORK_VARIABLES = /^(https?_proxy|no_proxy|all_proxy|ssl_cert_(file|dir)|git_ssl_cainfo)$/i;

/**
 * Fetches one commit without its history into a store of its own in the cache, once. Git itself checks that every
 * object is what its id says, so the commit's id vouches for all that is in it.
 * @throws UserError `no-repository`, `no-commit`; InfraError `git-fetch-failed` if the repository is not reached
 */
export async function fetchCommit({ repo, commit }: GitCommit, options: FetchOptions = {}): Promise<ObjectStore> {
  const local = localPath(repo);
  if (local !== undefined && !existsSync(local)) {
    throw new UserError(
      'no-repository',
      `there is no git repository at ${local}`,
      'mend the address of the repository',
    );
  }
  const key = createHash('sha256').update(`${repo}\0${commit}`).digest('hex').slice(0, 32);
  const dir = await cachedFolder(join(options.cacheDir ?? cacheRoot(), 'git', key), async (temporary) => {
    const store = createObjectStore(temporary);
    await fetchInto(store, { repo, commit }, options.signal);
    const found = await runGit(store, ['rev-parse', '--verify', `refs/fetched/${commit}^{commit}`], {
      allowFailure: true,
    });
    if (found.stdout.toString().trim() === commit) return;
    throw new UserError('no-commit', `${commit} of ${repo} is not a commit`, 'name a commit, not a tag or a tree');
  });
  return createObjectStore(dir);
}

function localPath(repo: string): string | undefined {
  if (repo.startsWith('/')) return repo;
  return repo.startsWith('file:') ? fileURLToPath(repo) : undefined;
}

async function fetchInto(store: ObjectStore, { repo, commit }: GitCommit, signal: AbortSignal | undefined) {
  const ask = (args: readonly string[], timeoutMs: number) =>
    runGit(store, args, {
      allowFailure: true,
      env: networkEnvironment(),
      maxFileBytes: MAX_PACK_BYTES,
      timeoutMs,
      signal,
    });
  const what = ['--depth=1', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--no-auto-maintenance'];
  const fetch = () =>
    ask(
      ['-c', 'fetch.unpackLimit=1', 'fetch', ...what, '--', repo, `${commit}:refs/fetched/${commit}`],
      FETCH_TIMEOUT_MS,
    );
  const failed = await fetch();
  signal?.throwIfAborted();
  if (failed.exitCode === 0) return;
  // Who answers, and still does not give the commit, does not have it.
  const answers = (await ask(['ls-remote', '--', repo, 'HEAD'], ASK_TIMEOUT_MS)).exitCode === 0;
  const again = answers ? await fetch() : failed;
  signal?.throwIfAborted();
  if (again.exitCode === 0) return;
  throw answers ? noCommit({ repo, commit }, again) : unreachable(repo, failed);
}

const noCommit = ({ repo, commit }: GitCommit, { stderr }: ProcessResult): UserError =>
  new UserError(
    'no-commit',
    `${repo} does not give the commit ${commit}:\n${tail(stderr)}`,
    'is it a commit of this repository, and has nobody removed it?',
  );

const unreachable = (repo: string, { stderr }: ProcessResult): InfraError =>
  new InfraError('git-fetch-failed', `cannot fetch from ${repo}`, {
    output: tail(stderr),
    hint: 'is the repository reachable from here? What is in the cache already needs no network',
  });

function networkEnvironment(): Record<string, string> {
  const env: Record<string, string> = { GIT_ALLOW_PROTOCOL: 'https:http:file', GIT_ASKPASS: 'true' };
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && NETWORK_VARIABLES.test(name)) env[name] = value;
  }
  return env;
}
