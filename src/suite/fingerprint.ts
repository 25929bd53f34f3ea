import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Task } from './task.ts';

/** Folders of an application that are made from its source, or from its history. */
export const NOT_SOURCE: ReadonlySet<string> = new Set(['node_modules', 'dist', 'coverage', '.git']);

/** `hashPaths` of a whole application's folder, without what is made from its source. */
export const hashSource = (dir: string): string => hashPaths(dir, ['.'], NOT_SOURCE);

/** sha256 over the names and contents of files; order of calls does not matter, order of files is by name. */
export function hashPaths(root: string, names: readonly string[], skip: ReadonlySet<string> = new Set()): string {
  const hash = createHash('sha256');
  for (const name of [...names].sort()) addPath(hash, root, name, skip);
  return hash.digest('hex');
}

function addPath(hash: ReturnType<typeof createHash>, root: string, name: string, skip: ReadonlySet<string>): void {
  const path = join(root, name);
  if (!existsSync(path)) return;
  const entry = readdirOrUndefined(path);
  if (entry === undefined) {
    const content = readFileSync(path);
    // With its length no content can pass for two files.
    hash.update(`${name}\0${content.length}\0`).update(content);
    return;
  }
  for (const child of entry) {
    if (skip.has(child.name)) continue;
    const childName = join(name, child.name);
    if (child.isDirectory()) addPath(hash, root, childName, skip);
    else if (child.isFile()) addPath(hash, root, childName, skip);
    else if (child.isSymbolicLink()) hash.update(`${childName}\0->${readlinkSync(join(root, childName))}\0`);
  }
}

function readdirOrUndefined(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // A file, not a folder.
    return undefined;
  }
}

/** Everything that the agent's side of a task depends on: what it sees and how it is run. Not the judge. */
export function agentSideFingerprint(task: Task): string {
  const { source, app, agentFaults, limits, rounds } = task.config;
  const settings = JSON.stringify({ source, app, agentFaults, limits, rounds });
  const files = hashPaths(task.dir, ['environment']);
  return createHash('sha256').update(settings).update(files).digest('hex');
}

/** Everything that the verdict depends on beside the patch and the app. */
export function judgeSideFingerprint(task: Task): string {
  const { source, app, judgeFaults, judge, protectedPaths } = task.config;
  const settings = JSON.stringify({ source, app, judgeFaults, judge, protectedPaths });
  // behavior.yaml and seed-independent files of tests/ that the judge reads are all in it.
  return createHash('sha256')
    .update(settings)
    .update(hashPaths(task.dir, ['environment', 'tests']))
    .digest('hex');
}
