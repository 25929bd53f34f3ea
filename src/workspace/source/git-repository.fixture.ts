import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { put } from '../round-trip.fixture.ts';

export interface Repository {
  dir: string;
  git(...args: string[]): string;
  /** Writes the files and commits all that is there; returns the commit's id. */
  commit(files?: Readonly<Record<string, string>>): string;
}

/** A repository made with the machine's git, with a configuration of its own. */
export function makeRepository(dir: string): Repository {
  mkdirSync(dir, { recursive: true });
  const env = {
    ...{ PATH: process.env.PATH ?? '', HOME: dir, GIT_CONFIG_NOSYSTEM: '1' },
    ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' },
  };
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: dir, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  git('init', '-q', '-b', 'main', '.');
  return {
    dir,
    git,
    commit: (files = {}) => {
      for (const [path, text] of Object.entries(files)) put(dir, path, text);
      git('add', '-A');
      git('commit', '-q', '--allow-empty', '-m', 'x');
      return git('rev-parse', 'HEAD');
    },
  };
}
