import type { BrowserTool, McpServer } from '../browser/index.ts';
import type { Mount, Pod } from '../environment/index.ts';
import { sideFolder, sidePath } from '../host/index.ts';

const inside = (name: string): string => `/opt/tools/${name}`;

/** What a browser tool needs of the host. */
export const toolMounts = ({ name, side }: BrowserTool): Mount[] =>
  side === undefined ? [] : [{ at: inside(name), kind: 'read', from: sideFolder(side) }];

/** The servers of a browser tool as the agent's program starts them in its pod. */
export const serversOf = ({ name, side, server }: BrowserTool, pod: Pod, chromium: string): McpServer[] =>
  side === undefined || server === undefined ? [] : [server(sidePath(side, pod.path(inside(name))), chromium)];
