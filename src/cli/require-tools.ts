import type { Agent } from '../agent/index.ts';
import { browserTool, howToInstallTool } from '../browser/index.ts';
import { UserError } from '../errors.ts';
import { isSideInstalled } from '../host/index.ts';
import type { ToolServer } from '../schema/index.ts';

/**
 * Says what is wrong with the tools of a run before it is made; `servers` are the user's own.
 * @throws UserError `no-tool`, `not-installed`; `no-servers` for an agent that could not start a tool's server
 */
export function requireTools(names: readonly string[], servers: readonly ToolServer[], agents: readonly Agent[]): void {
  for (const name of names) {
    const { side, server } = browserTool(name, servers);
    if (side !== undefined && !isSideInstalled(side)) {
      throw new UserError(
        'not-installed',
        `${name} ${side.version} is not installed for bugsweep`,
        howToInstallTool(name),
      );
    }
    const without = server === undefined ? undefined : agents.find((agent) => !agent.control && !agent.startsServers);
    if (without === undefined) continue;
    throw new UserError(
      'no-servers',
      `the agent ${without.name} starts no MCP servers, so it would not have ${name}`,
      'leave this tool or this agent out',
    );
  }
}
