import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Mount } from '../environment.ts';
import { reachableNode } from './reachable.ts';

const MIB = 1 << 20;

/** Files and folders of /etc that programs need and that tell nothing of the machine. Never all of /etc. */
const ETC = [
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/ssl/certs',
  '/etc/ca-certificates',
  '/etc/localtime',
  '/etc/mime.types',
  '/etc/nsswitch.conf',
  '/etc/chromium.d',
];

/** Speeds up the first text a browser draws; holds nothing but font tables. */
const FONT_CACHE = '/var/cache/fontconfig';

/** Files that bugsweep writes for the pod instead of the machine's own. */
export interface IdentityFiles {
  passwd: string;
  group: string;
  hosts: string;
}

/** The allow-list that every pod starts from: system programs, the running Node, a few files of /etc. */
export function systemMounts(identity: IdentityFiles): string[] {
  const args = ['--ro-bind', '/usr', '/usr'];
  for (const path of ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']) {
    if (!existsSync(path)) continue;
    if (lstatSync(path).isSymbolicLink()) args.push('--symlink', readlinkSync(path), path);
    else args.push('--ro-bind', path, path);
  }
  for (const path of [...ETC, FONT_CACHE]) args.push('--ro-bind-try', path, path);
  args.push('--ro-bind', identity.passwd, '/etc/passwd');
  args.push('--ro-bind', identity.group, '/etc/group');
  args.push('--ro-bind', identity.hosts, '/etc/hosts');
  const prefix = nodePrefix();
  if (prefix !== undefined) args.push('--ro-bind', reachableNode(prefix), prefix);
  return args;
}

/** Memory-backed folders, each with a limit: without one a tmpfs may take half of the machine's memory. */
export function volatileMounts(): string[] {
  const args: string[] = [];
  const tmpfs = (path: string, sizeBytes: number) => args.push('--size', String(sizeBytes), '--tmpfs', path);
  args.push('--proc', '/proc', '--dev', '/dev');
  tmpfs('/dev/shm', 512 * MIB);
  // The rest of /dev is a tmpfs that its owner could fill.
  args.push('--remount-ro', '/dev');
  tmpfs('/tmp', 1024 * MIB);
  tmpfs('/var/tmp', 64 * MIB);
  tmpfs('/run', 64 * MIB);
  tmpfs('/home/agent', 1024 * MIB);
  return args;
}

export function mountArgs(mounts: readonly Mount[]): string[] {
  return mounts.flatMap((mount) => {
    if (mount.kind === 'empty') return ['--size', String(mount.sizeBytes ?? 64 * MIB), '--tmpfs', mount.at];
    return [mount.kind === 'read' ? '--ro-bind' : '--bind', mount.from ?? '', mount.at];
  });
}

/** Folder of the running Node if it does not come with the system (a version manager's), else undefined. */
export function nodePrefix(): string | undefined {
  const prefix = dirname(dirname(realpathSync(process.execPath)));
  return prefix === '/usr' || prefix.startsWith('/usr/') ? undefined : prefix;
}
