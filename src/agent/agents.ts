import { UserError } from '../errors.ts';
import { type AgentChoice, nearest } from '../schema/index.ts';
import type { Agent } from './agent.ts';
import { commandAgent } from './command-agent.ts';
import { nop, oracle, patchAgent } from './control-agents.ts';

type Maker = (argument: string | null, cwd: string, files: string | null) => Agent;

/** Built-in agents: a name, and what makes one of what stands behind the colon. */
const builtIn: Readonly<Record<string, Maker>> = {
  nop: (argument) => withoutArgument(nop, argument),
  oracle: (argument) => withoutArgument(oracle, argument),
  patch: (argument, cwd) => patchAgent(needed('patch', argument, 'fix.diff'), cwd),
  command: (argument, cwd, files) => commandAgent(needed('command', argument, './agent.sh {promptFile}'), cwd, files),
};

export const agentNames = (): string[] => Object.keys(builtIn);

/** True if the agent is a program of the user's, which may need files beside it. */
export const takesFiles = (name: string): boolean => name === 'command';

/**
 * `files` is the folder that `--agent-files` names, for agents that take one.
 * @throws UserError `no-agent` for an unknown name, or what the agent says of its argument and files.
 */
export function createAgent(
  { name, argument, files = null }: Pick<AgentChoice, 'name' | 'argument'> & { files?: string | null },
  cwd: string,
): Agent {
  const make = builtIn[name];
  if (make === undefined) {
    const near = nearest(name, agentNames());
    const hint = `${near === undefined ? '' : `did you mean ${near}? `}known: ${agentNames().join(', ')}`;
    throw new UserError('no-agent', `there is no agent "${name}"`, hint);
  }
  return make(argument, cwd, files);
}

/** True if `--model` means something to the agent of this name. */
export const takesModel = (name: string): boolean => name === 'command';

function withoutArgument(agent: Agent, argument: string | null): Agent {
  if (argument === null) return agent;
  throw new UserError('no-argument', `the agent ${agent.name} takes no argument`, `write --agent ${agent.name}`);
}

function needed(name: string, argument: string | null, example: string): string {
  if (argument === null || argument === '') {
    throw new UserError('no-argument', `the agent ${name} needs an argument`, `write --agent "${name}:${example}"`);
  }
  return argument;
}
