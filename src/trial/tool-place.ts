import { existsSync } from 'node:fs';
import { type BrowserTool, howToInstallTool, type McpServer } from '../browser/index.ts';
import type { Mount, Pod } from '../environment/index.ts';
import { InfraError } from '../errors.ts';
import { sideFolder } from '../host/index.ts';

const inside = (name: string): string => `/opt/tools/${name}`;

/** What a browser tool needs of the host. @throws InfraError `tool-gone` */
export function toolMounts({ name, side, folder }: BrowserTool): Mount[] {
  const from = side === undefined ? folder : sideFolder(side);
  if (from !== undefined && !existsSync(from)) {
    const hint = side === undefined ? 'put it back where it was' : howToInstallTool(name);
    throw new InfraError('tool-gone', `the folder ${from} of the browser tool ${name} is gone`, { hint });
  }
  return from === undefined ? [] : [{ at: inside(name), kind: 'read', from }];
}

/** The server of a browser tool as the agent's program starts it in its pod. */
export const serversOf = ({ name, server }: BrowserTool, pod: Pod, chromium: string): McpServer[] =>
  server === undefined ? [] : [server({ folder: pod.path(inside(name)), chromium })];
