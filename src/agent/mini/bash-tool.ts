import { tool } from 'ai';
import { z } from 'zod';
import { runShell } from './run-shell.ts';

const DEFAULT_SECONDS = 120;
const MAX_SECONDS = 600;

/** The tool by which the model does everything that needs no server. `cwd` is where each command starts. */
export const bashTool = (cwd: string) =>
  tool({
    description: `Runs a command line with bash in ${cwd}, each time in a new shell, and shows what it prints and its exit code. Long output loses its middle. Commands get no input and are killed at their time limit; put what shall go on behind you in the background (&).`,
    inputSchema: z.object({
      command: z.string().min(1).describe('the command line'),
      timeout_seconds: z
        .number()
        .positive()
        .max(MAX_SECONDS)
        .optional()
        .describe(`time limit (default ${DEFAULT_SECONDS}, at most ${MAX_SECONDS})`),
    }),
    execute: async ({ command, timeout_seconds = DEFAULT_SECONDS }) => {
      const { output, exitCode, timedOut } = await runShell(command, { cwd, timeoutMs: timeout_seconds * 1000 });
      const how = timedOut
        ? `killed after ${timeout_seconds} seconds`
        : exitCode === null
          ? 'ended by a signal'
          : `exit code ${exitCode}`;
      return `${output}${output === '' || output.endsWith('\n') ? '' : '\n'}[${how}]`;
    },
  });
