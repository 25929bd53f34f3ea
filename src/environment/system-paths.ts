import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { IdentityFiles } from './identity.ts';
import { reachableNode } from './local/reachable.ts';

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

export interface SystemPaths {
  /** Links of the root folder: `/bin` → `usr/bin`. */
  links: { target: string; at: string }[];
  folders: { from: string; at: string }[];
  /** What may be missing on this machine. */
  files: { from: string; at: string }[];
}

/** The allow-list that every pod starts from, to read only: system programs, the running Node, a few files of /etc. */
export function systemPaths({ passwd, group, hosts }: IdentityFiles): SystemPaths {
  const links: SystemPaths['links'] = [];
  const folders = [{ from: '/usr', at: '/usr' }];
  for (const path of ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']) {
    if (!existsSync(path)) continue;
    if (lstatSync(path).isSymbolicLink()) links.push({ target: readlinkSync(path), at: path });
    else folders.push({ from: path, at: path });
  }
  const prefix = nodePrefix();
  if (prefix !== undefined) folders.push({ from: reachableNode(prefix), at: prefix });
  const files = [...ETC, FONT_CACHE].map((path) => ({ from: path, at: path }));
  files.push({ from: passwd, at: '/etc/passwd' }, { from: group, at: '/etc/group' }, { from: hosts, at: '/etc/hosts' });
  return { links, folders, files };
}

/** Folders made of memory, each with a limit: without one a tmpfs may take half of the machine's memory. */
export const VOLATILE: readonly { at: string; sizeBytes: number }[] = [
  { at: '/tmp', sizeBytes: 1024 * MIB },
  { at: '/var/tmp', sizeBytes: 64 * MIB },
  { at: '/run', sizeBytes: 64 * MIB },
  { at: '/home/agent', sizeBytes: 1024 * MIB },
];
export const SHARED_MEMORY_BYTES = 512 * MIB;
export const DEFAULT_EMPTY_BYTES = 64 * MIB;

/** Folder of the running Node if it does not come with the system (a version manager's), else undefined. */
export function nodePrefix(): string | undefined {
  const prefix = dirname(dirname(realpathSync(process.execPath)));
  return prefix === '/usr' || prefix.startsWith('/usr/') ? undefined : prefix;
}
