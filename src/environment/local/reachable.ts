import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InfraError } from '../../errors.ts';
import { cachedFolderSync, cacheRoot, makeReadable } from '../../host/index.ts';
import type { Mount, Owner } from '../environment.ts';

const MAX_STAGED_BYTES = 512 << 20;

/**
 * Read-only mounts with every source that the pod's user cannot reach (below /root, in a private temporary folder)
 * replaced by a copy in `dir`. An ordinary user reaches what bugsweep reaches, so nothing is copied.
 * @throws InfraError `mount-too-large`
 */
export function reachableMounts(mounts: readonly Mount[], owner: Owner | undefined, dir: string): Mount[] {
  return mounts.map((mount, index) => {
    if (owner === undefined || mount.kind !== 'read' || mount.from === undefined || isReachable(mount.from))
      return mount;
    const copy = join(dir, `mount-${index}`);
    copyReadable(mount.from, copy);
    return { ...mount, from: copy };
  });
}

/** True if every user can reach and read the path itself; what lies deeper is its owner's business. */
export function isReachable(path: string): boolean {
  const own = statSync(path);
  if ((own.mode & (own.isDirectory() ? 0o005 : 0o004)) !== (own.isDirectory() ? 0o005 : 0o004)) return false;
  for (let at = dirname(path); ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

function copyReadable(from: string, to: string): void {
  if (sizeOf(from) > MAX_STAGED_BYTES) {
    throw new InfraError(
      'mount-too-large',
      `${from} cannot be read by the user of a pod, and is too large to be copied`,
      {
        hint: 'move it to a folder that every user can read',
      },
    );
  }
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  makeReadable(to);
}

function sizeOf(path: string): number {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return 0;
  if (!entry.isDirectory()) return entry.size;
  return readdirSync(path, { withFileTypes: true })
    .filter((child) => !child.isSymbolicLink())
    .reduce((sum, child) => sum + sizeOf(join(path, child.name)), 0);
}

/** The folder to mount in place of a Node installation that pods cannot reach: a copy with node and npm, made once. */
export function reachableNode(prefix: string): string {
  if (isReachable(join(prefix, 'bin/node'))) return prefix;
  return cachedFolderSync(join(cacheRoot(), `node-${process.version}-${process.arch}`), (dir) => {
    mkdirSync(join(dir, 'bin'));
    cpSync(process.execPath, join(dir, 'bin/node'), { dereference: true });
    for (const name of ['bin/npm', 'bin/npx', 'lib/node_modules/npm']) {
      const from = join(prefix, name);
      if (existsSync(from)) cpSync(from, join(dir, name), { recursive: true, verbatimSymlinks: true });
    }
    makeReadable(dir);
  });
}
