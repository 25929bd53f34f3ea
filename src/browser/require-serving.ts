import { createMCPClient } from '@ai-sdk/mcp';
import type { Pod } from '../environment/index.ts';
import { errorText, InfraError } from '../errors.ts';
import { lineSplitter, type RunningProcess, tail } from '../host/index.ts';
import type { McpServer } from './browser-tools.ts';

type Transport = Exclude<Parameters<typeof createMCPClient>[0]['transport'], { type: 'sse' | 'http' }>;

const TIMEOUT_MS = 60_000;

/**
 * Starts a server of tools in the pod as an agent's program will, and asks for its tools: programs go on without a word
 * when a server does not start, and would be measured without it. @throws InfraError `tool-start`
 */
export async function requireServing(
  pod: Pod,
  server: McpServer,
  options: { cwd: string; signal: AbortSignal },
): Promise<void> {
  const { cwd, signal } = options;
  // One message a line, in both directions.
  const transport: Transport = {
    start: async () => undefined,
    send: async (message) => {
      running.stdin?.write(`${JSON.stringify(message)}\n`);
    },
    close: async () => running.kill(),
  };
  const lines = lineSplitter((line) => {
    try {
      transport.onmessage?.(JSON.parse(line));
    } catch (error) {
      transport.onerror?.(error as Error);
    }
  });
  const running = await pod.start(server.command, {
    // Not every program hands its own variables on: what the server needs must be among its own.
    ...{ cwd, env: server.env, keepInput: true, onStdout: lines.take },
  });
  const within = { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) };
  try {
    const client = await Promise.race([createMCPClient({ transport, initializationOptions: within }), ended(running)]);
    const { tools } = await Promise.race([client.listTools({ options: within }), ended(running)]);
    if (tools.length === 0) throw new Error('it offers no tool');
  } catch (cause) {
    signal.throwIfAborted();
    throw new InfraError('tool-start', `the MCP server ${server.name} does not work in the pod: ${errorText(cause)}`, {
      ...{ cause, output: tail(running.output()), hint: 'its files must be in its folder: there is no network inside' },
    });
  } finally {
    running.kill();
  }
}

async function ended(running: RunningProcess): Promise<never> {
  const { exitCode, exitSignal } = await running.exited;
  throw new Error(`it ended with ${exitSignal ?? `exit code ${exitCode}`}`);
}
