import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Owner } from './environment.ts';

/** Files that bugsweep writes for the pod instead of the machine's own. */
export interface IdentityFiles {
  passwd: string;
  group: string;
  hosts: string;
}

export const uidOf = (owner: Owner | undefined): number => owner?.uid ?? process.getuid?.() ?? 1000;
export const gidOf = (owner: Owner | undefined): number => owner?.gid ?? process.getgid?.() ?? 1000;

/** Words before a command that root starts as the pod's user. */
export const dropTo = (owner: Owner) => [
  '/usr/bin/setpriv',
  `--reuid=${owner.uid}`,
  `--regid=${owner.gid}`,
  '--clear-groups',
  '--',
];

export function writeIdentity(dir: string, owner: Owner | undefined): IdentityFiles {
  const uid = uidOf(owner);
  const gid = gidOf(owner);
  mkdirSync(dir, { recursive: true });
  const write = (name: string, text: string) => {
    writeFileSync(join(dir, name), text, { mode: 0o644 });
    return join(dir, name);
  };
  return {
    passwd: write('passwd', `agent:x:${uid}:${gid}:agent:/home/agent:/bin/sh\n`),
    group: write('group', `agent:x:${gid}:\n`),
    hosts: write('hosts', '127.0.0.1 localhost\n::1 localhost\n'),
  };
}
