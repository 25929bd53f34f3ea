import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { parseArgsStringToArgv } from 'string-argv';
import { UserError } from '../errors.ts';
import { replaceFile, tail } from '../host/index.ts';
import type { Agent, AgentContext, RoundEnd, RoundInput } from './agent.ts';
import { type AgentProgram, findProgram } from './agent-program.ts';

/**
 * Any program as an agent: `command:./agent.sh --prompt {promptFile}`. It runs inside the pod, in the workspace, once a
 * round, with the prompt in a file and on standard input. `{promptFile}`, `{round}` and `{url}` are replaced. A first
 * word that names a file of this machine brings that file into the pod, read-only; `files` (a folder) brings a folder.
 * @throws UserError `bad-command`, and what `findProgram` throws
 */
export function commandAgent(template: string, cwd: string, files: string | null = null): Agent {
  const words = parseArgsStringToArgv(template);
  const [first] = words;
  if (first === undefined) {
    throw new UserError(
      'bad-command',
      'the agent `command` needs a command line',
      'write --agent "command:./agent.sh {promptFile}"',
    );
  }
  const program = findProgram(first, files, cwd);
  return { name: 'command', control: false, ...programRuns(template, program, [program.word, ...words.slice(1)]) };
}

/** What an agent is made of that calls a program once a round; `said` tells its command line in its version. */
export function programRuns(
  said: string,
  program: AgentProgram,
  argv: readonly string[],
  envOf: (context: AgentContext) => Record<string, string> = () => ({}),
): Pick<Agent, 'version' | 'mounts' | 'open'> {
  return {
    version: async () =>
      createHash('sha256')
        .update(JSON.stringify([said, program.word, program.contentHash()]))
        .digest('hex'),
    mounts: () => program.mounts,
    open: async (context) => ({
      round: (input) => runRound(argv, { ...context, env: { ...context.env, ...envOf(context) } }, input),
      close: async () => undefined,
    }),
  };
}

async function runRound(template: readonly string[], context: AgentContext, input: RoundInput): Promise<RoundEnd> {
  const { pod, promptDir, logPath, appUrl } = context;
  const name = `prompt-${input.n}.md`;
  replaceFile(join(promptDir, name), input.prompt);
  const values: Record<string, string> = {
    promptFile: pod.path(`/run/agent/${name}`),
    round: String(input.n),
    url: appUrl ?? '',
  };
  const argv = template.map((word) =>
    pod.path(word.replace(/\{(promptFile|round|url)\}/g, (_, key: string) => values[key] ?? '')),
  );
  const result = await pod.run(argv, {
    cwd: '/workspace',
    env: { ...context.env, PROMPT_FILE: values.promptFile ?? '', ROUND: values.round ?? '' },
    input: input.prompt,
    logPath,
    timeoutMs: input.timeoutMs,
    signal: input.signal,
  });
  if (result.timedOut)
    return { agentEnd: 'timeout', detail: `not finished after ${input.timeoutMs} ms`, costUsd: null };
  if (pod.breach !== undefined) {
    const { limit, used, allowed } = pod.breach;
    return { agentEnd: 'error', detail: `over its ${limit} limit: ${used} of ${allowed}`, costUsd: null };
  }
  if (result.exitCode === 0) return { agentEnd: 'finished', detail: '', costUsd: null };
  const how = result.exitCode === null ? `ended by ${result.exitSignal}` : `exit code ${result.exitCode}`;
  return { agentEnd: 'error', detail: `${how}: ${tail(result.stderr, 3)}`, costUsd: null };
}
