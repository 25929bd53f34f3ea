import { UserError } from '../errors.ts';
import { type AgentChoice, nearest } from '../schema/index.ts';
import type { Agent } from './agent.ts';
import { commandAgent } from './command-agent.ts';
import { nop, oracle, patchAgent } from './control-agents.ts';

/** Built-in agents: a name, and what makes one of what stands behind the colon. */
const builtIn: Readonly<Record<string, (argument: string | null, cwd: string) => Agent>> = {
  nop: () => nop,
  oracle: () => oracle,
  patch: (argument, cwd) => patchAgent(needed('patch', argument, 'fix.diff'), cwd),
  command: (argument, cwd) => commandAgent(needed('command', argument, './agent.sh {promptFile}'), cwd),
};

export const agentNames = (): string[] => Object.keys(builtIn);

/** @throws UserError `no-agent` for an unknown name, or what the agent says of its argument. */
export function createAgent({ name, argument }: Pick<AgentChoice, 'name' | 'argument'>, cwd: string): Agent {
  const make = builtIn[name];
  if (make === undefined) {
    const near = nearest(name, agentNames());
    const hint = `${near === undefined ? '' : `did you mean ${near}? `}known: ${agentNames().join(', ')}`;
    throw new UserError('no-agent', `there is no agent "${name}"`, hint);
  }
  return make(argument, cwd);
}

function needed(name: string, argument: string | null, example: string): string {
  if (argument === null || argument === '') {
    throw new UserError('no-argument', `the agent ${name} needs an argument`, `write --agent "${name}:${example}"`);
  }
  return argument;
}
