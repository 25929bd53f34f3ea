import { chmodSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Tool, ToolSet } from 'ai';
import { z } from 'zod';

/** Programs start a server more than once: to look at it, and after a restart. */
const MAX_CONNECTIONS = 16;

export interface ServedTools {
  close(): Promise<void>;
}

/**
 * Serves the tools of a test, and nothing else, by the Model Context Protocol on a unix socket. `onCalled` is told of each
 * call when it has been done.
 */
export async function serveTools(tools: ToolSet, socketPath: string, onCalled: () => void): Promise<ServedTools> {
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    serverOf(tools, onCalled)
      .connect(new StdioServerTransport(socket, socket))
      .catch(() => socket.destroy());
  });
  listener.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => listener.once('error', reject).listen(socketPath, resolve));
  chmodSync(socketPath, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function serverOf(tools: ToolSet, onCalled: () => void): Server {
  const server = new Server({ name: 'app', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: Object.entries(tools).map(([name, { description, inputSchema }]) => ({
      ...{ name, description: description ?? '' },
      inputSchema: z.toJSONSchema(inputSchema as z.ZodType, { io: 'input' }) as { type: 'object' },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const called = Object.hasOwn(tools, params.name) ? tools[params.name] : undefined;
    if (called === undefined) return text(`there is no tool ${params.name}`);
    return call(called as Tool, params.arguments ?? {}).finally(onCalled);
  });
  return server;
}

/** What is wrong with the input is told by the tool itself. */
async function call(tool: Tool, input: unknown): Promise<CallToolResult> {
  const output: unknown = await tool.execute?.(input, { toolCallId: 'served', messages: [] });
  const said = await tool.toModelOutput?.({ toolCallId: 'served', input, output });
  if (said?.type === 'text') return text(said.value);
  if (said?.type !== 'content') throw new Error('a tool said nothing');
  return {
    content: said.value.map((part) => {
      if (part.type === 'text') return { type: 'text', text: part.text };
      if (part.type === 'image-data') return { type: 'image', data: part.data, mimeType: part.mediaType };
      throw new Error(`a tool showed a ${part.type}`);
    }),
  };
}

const text = (said: string): CallToolResult => ({ content: [{ type: 'text', text: said }] });
