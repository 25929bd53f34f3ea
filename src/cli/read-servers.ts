import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { SECRET_NAME } from '../agent/index.ts';
import { browserToolNames } from '../browser/index.ts';
import { UserError } from '../errors.ts';
import { type ToolServer, toolServersFileSchema } from '../schema/index.ts';
import { readJsonOf } from './read-json-file.ts';

const HINT =
  'write {"mcpServers": {"<name>": {"command": "node", "args": ["{folder}/server.js", "{chromium}"], "folder": "<folder with its files>"}}}';

/**
 * The user's own servers of browser tools that a run names, from the file of `--mcp`.
 * @throws UserError `bad-mcp`
 */
export function readServers(file: string, tools: readonly string[], cwd: string): ToolServer[] {
  const bad = (why: string) => new UserError('bad-mcp', `the servers in ${file} ${why}`, HINT);
  const { mcpServers } = readJsonOf(toolServersFileSchema, file, {
    what: 'the servers',
    code: 'bad-mcp',
    hint: HINT,
    cwd,
  });
  const servers = Object.entries(mcpServers).map(([name, { folder, ...rest }]): ToolServer => {
    if (browserToolNames().includes(name)) throw bad(`name one ${name}, which is a tool of bugsweep's own`);
    const secret = Object.keys(rest.env).find((key) => SECRET_NAME.test(key));
    if (secret !== undefined)
      throw bad(`hand ${secret} to ${name}: it would be stored with the run, and there is no network inside`);
    if (folder === undefined) return { name, ...rest, folder: null };
    const from = resolve(cwd, dirname(file), folder);
    if (statSync(from, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw bad(`name ${from}, which is no folder`);
    return { name, ...rest, folder: from };
  });
  if (!servers.some(({ name }) => tools.includes(name))) {
    throw bad(`are not asked for: add --vary tool=${servers.map(({ name }) => name).join(',') || '<name>'}`);
  }
  return servers.filter(({ name }) => tools.includes(name));
}
