import { createMCPClient, type MCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import type { Tool, ToolSet } from 'ai';
import type { MiniSettings } from '../cli/mini-protocol.ts';
import { cutMiddle } from './cut-middle.ts';

const START_TIMEOUT_MS = 60_000;
const CALL_TIMEOUT_MS = 120_000;
/** Of each text that a tool returns: the tree of a page is longer than what a command prints. */
const MAX_TEXT_BYTES = 60_000;

export interface ServerTools {
  tools: ToolSet;
  /** Ends the servers. */
  close(): Promise<void>;
}

/** Starts MCP servers and offers their tools as `mcp__<server>__<tool>`. Rejects, naming the server, if one does not start. */
export async function startServers(servers: MiniSettings['servers']): Promise<ServerTools> {
  const clients: MCPClient[] = [];
  const close = async () => {
    await Promise.allSettled(clients.map((client) => client.close()));
  };
  const tools: ToolSet = {};
  for (const { name, command, env } of servers) {
    try {
      const client = await start(command, env);
      clients.push(client);
      for (const [tool, offered] of Object.entries(await client.tools())) {
        tools[`mcp__${name}__${tool}`] = bounded(offered as Tool);
      }
    } catch (error) {
      await close();
      throw new Error(`the server of tools ${name} did not start: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { tools, close };
}

function start([command = '', ...args]: readonly string[], env: Readonly<Record<string, string>>): Promise<MCPClient> {
  const own = Object.fromEntries(Object.entries(process.env).filter((each): each is [string, string] => !!each[1]));
  return createMCPClient({
    transport: new StdioTransport({ command, args, env: { ...own, ...env }, stderr: 'inherit' }),
    clientName: 'bugsweep-mini',
    initializationOptions: { timeout: START_TIMEOUT_MS },
    // Told where it happens: a call that fails says so itself.
    onUncaughtError: (error) => console.error(String(error)),
  });
}

const bounded = (tool: Tool): Tool => ({
  ...tool,
  execute: async (input, options) => {
    const abortSignal = AbortSignal.timeout(CALL_TIMEOUT_MS);
    return shortened(await tool.execute?.(input, { ...options, abortSignal }));
  },
});

function shortened(result: unknown): unknown {
  const { content } = (result ?? {}) as { content?: unknown };
  if (!Array.isArray(content)) return result;
  const short = content.map((part) =>
    part.type === 'text' ? { ...part, text: cutMiddle(part.text, MAX_TEXT_BYTES) } : part,
  );
  return { ...(result as object), content: short };
}
