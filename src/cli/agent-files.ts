import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { takesFiles } from '../agent/index.ts';
import { UserError } from '../errors.ts';
import { cacheRoot, homeFolders, packageRoot, scratchRoot } from '../host/index.ts';
import type { AgentChoice } from '../schema/index.ts';
import type { Task } from '../suite/index.ts';

/** What no agent may see. */
export interface Secrets {
  suites: readonly { dir: string }[];
  tasks: readonly Task[];
  runsDir: string;
}

/**
 * Refuses a folder for `--agent-files` that would show an agent what it must not see.
 * @throws UserError `bad-agent-files`
 */
export function refuseAgentFiles(files: string, agents: readonly AgentChoice[], secrets: Secrets): void {
  if (!agents.some(({ name }) => takesFiles(name))) {
    throw new UserError(
      'bad-agent-files',
      'no agent of this run takes --agent-files',
      'it is for --agent command:… and other programs of your own',
    );
  }
  refuseShown(files, '--agent-files', secrets);
}

/** Refuses to bring into a pod what would show an agent what it must not see. @throws UserError `bad-agent-files` */
export function refuseShown(files: string, flag: string, { suites, tasks, runsDir }: Secrets): void {
  const closed: [string, string][] = [
    ...suites.map(({ dir }): [string, string] => ['the suite', dir]),
    ...tasks.map(({ appDir }): [string, string] => ['the application', appDir]),
    ['the runs in', runsDir],
    ['bugsweep itself in', packageRoot],
    ['the cache', cacheRoot()],
    ['the temporary folder', scratchRoot()],
  ];
  const dir = realOf(files);
  for (const [what, path] of closed) {
    const real = realOf(path);
    if (holds(dir, real)) throw refused(`${flag} ${files}`, `holds ${what} ${path}`);
    if (holds(real, dir)) throw refused(`${flag} ${files}`, `lies in ${what} ${path}`);
  }
  for (const home of homeFolders()) {
    if (holds(dir, realOf(home))) throw refused(`${flag} ${files}`, `holds your home ${home}`);
  }
}

const refused = (what: string, why: string): UserError =>
  new UserError(
    'bad-agent-files',
    `${what} ${why}, which an agent must not see`,
    'put the files that your agent needs into a folder of their own, outside of all that',
  );

/** True if `path` is `dir` or lies below it. */
const holds = (dir: string, path: string): boolean => !/^\.\.(\/|$)/.test(relative(dir, path));

/** The path without links; what does not exist yet is below what does. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path === dirname(path) ? path : join(realOf(dirname(path)), basename(path));
  }
}
