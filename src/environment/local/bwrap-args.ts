import type { Mount, Owner } from '../environment.ts';
import { gidOf, type IdentityFiles, uidOf } from '../identity.ts';
import { DEFAULT_EMPTY_BYTES, SHARED_MEMORY_BYTES, systemPaths, VOLATILE } from '../system-paths.ts';

/** The allow-list that every pod starts from, as bubblewrap's arguments. */
export function systemMounts(identity: IdentityFiles): string[] {
  const { links, folders, files } = systemPaths(identity);
  return [
    ...folders.flatMap(({ from, at }) => ['--ro-bind', from, at]),
    ...links.flatMap(({ target, at }) => ['--symlink', target, at]),
    ...files.flatMap(({ from, at }) => ['--ro-bind-try', from, at]),
  ];
}

/** Bubblewrap's command line for a program that shares a pod's network and nothing else of it, and sees `mounts`. */
export function networkOnlyArgs(
  system: readonly string[],
  owner: Owner | undefined,
  mounts: readonly Mount[] = [],
): string[] {
  return [
    ...['bwrap', '--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--die-with-parent'],
    ...['--uid', String(uidOf(owner)), '--gid', String(gidOf(owner)), '--cap-drop', 'ALL'],
    ...system,
    ...volatileMounts(),
    ...mountArgs(mounts),
    ...['--remount-ro', '/', '--setenv', 'HOME', '/home/agent', '--chdir', '/', '--'],
  ];
}

/** Memory-backed folders, each with a limit: without one a tmpfs may take half of the machine's memory. */
export function volatileMounts(): string[] {
  const args: string[] = [];
  const tmpfs = (path: string, sizeBytes: number) => args.push('--size', String(sizeBytes), '--tmpfs', path);
  args.push('--proc', '/proc', '--dev', '/dev');
  tmpfs('/dev/shm', SHARED_MEMORY_BYTES);
  // The rest of /dev is a tmpfs that its owner could fill.
  args.push('--remount-ro', '/dev');
  for (const { at, sizeBytes } of VOLATILE) tmpfs(at, sizeBytes);
  return args;
}

export function mountArgs(mounts: readonly Mount[]): string[] {
  return mounts.flatMap((mount) => {
    if (mount.kind === 'empty') return ['--size', String(mount.sizeBytes ?? DEFAULT_EMPTY_BYTES), '--tmpfs', mount.at];
    return [mount.kind === 'read' ? '--ro-bind' : '--bind', mount.from ?? '', mount.at];
  });
}
