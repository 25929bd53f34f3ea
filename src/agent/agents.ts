import { browserTool } from '../browser/index.ts';
import type { Mount } from '../environment/index.ts';
import { UserError } from '../errors.ts';
import { installSide, isSideInstalled } from '../host/index.ts';
import { isRehearsed } from '../model/index.ts';
import { type AgentChoice, nearest } from '../schema/index.ts';
import type { Agent, Conversation } from './agent.ts';
import { claudeCode } from './cli/claude-code.ts';
import { cliAgent, openWithServersOnly, type ProgramContext } from './cli/cli-agent.ts';
import { codex } from './cli/codex.ts';
import type { CliDriver } from './cli/driver.ts';
import { geminiCli } from './cli/gemini-cli.ts';
import {
  howToInstall,
  installCli,
  isInstalled,
  placeInPod,
  programOf,
  requireInstalled,
  versionOf,
  withoutKeys,
} from './cli/install.ts';
import { mini } from './cli/mini.ts';
import { opencode } from './cli/opencode.ts';
import { qwenCode } from './cli/qwen-code.ts';
import { commandAgent } from './command-agent.ts';
import { nop, oracle, patchAgent } from './control-agents.ts';
import { presetAgent, presetNames } from './preset-agents.ts';

interface Wish {
  argument: string | null;
  cwd: string;
  files: string | null;
  model: string | null;
}

type Maker = (wish: Wish) => Agent;

/** Coding agents' own programs that bugsweep drives. */
export const cliDrivers: readonly CliDriver[] = [codex, claudeCode, geminiCli, qwenCode, opencode, mini];

/** Built-in agents: a name, and what makes one of what stands behind the colon. */
const builtIn: Readonly<Record<string, Maker>> = {
  nop: ({ argument }) => withoutArgument(nop, argument),
  oracle: ({ argument }) => withoutArgument(oracle, argument),
  patch: ({ argument, cwd }) => patchAgent(needed('patch', argument, 'fix.diff'), cwd),
  command: ({ argument, cwd, files }) =>
    commandAgent(needed('command', argument, './agent.sh {promptFile}'), cwd, files),
  ...Object.fromEntries(
    presetNames().map((name) => [
      name,
      ({ argument, ...wish }: Wish) => withoutArgument(presetAgent(name, wish), argument),
    ]),
  ),
  ...Object.fromEntries(
    cliDrivers.map((driver) => [
      driver.name,
      ({ argument, model }: Wish) => withoutArgument(cliAgent(driver, model), argument),
    ]),
  ),
};

export const agentNames = (): string[] => Object.keys(builtIn);

/** True if the agent was never tried with the real program: how it is called is taken from documentation. */
export const isUnverified = (name: string): boolean => presetNames().includes(name);

/** Names of all agents, for people to read. */
export const agentList = (): string =>
  agentNames()
    .map((name) => (isUnverified(name) ? `${name} (unverified)` : name))
    .join(', ');

/** True if the agent is a program of the user's, which may need files beside it. */
export const takesFiles = (name: string): boolean => name === 'command' || presetNames().includes(name);

/**
 * `files` is the folder that `--agent-files` names, for agents that take one.
 * @throws UserError `no-agent` for an unknown name, or what the agent says of its argument and files.
 */
export function createAgent(
  {
    name,
    argument,
    files = null,
    model = null,
  }: Pick<AgentChoice, 'name' | 'argument'> & Partial<Pick<AgentChoice, 'files' | 'model'>>,
  cwd: string,
): Agent {
  const make = builtIn[name];
  if (make === undefined) {
    const near = nearest(name, agentNames());
    const hint = `${near === undefined ? '' : `did you mean ${near}? `}known: ${agentList()}`;
    throw new UserError('no-agent', `there is no agent "${name}"`, hint);
  }
  return make({ argument, cwd, files, model });
}

/** Coding agents whose programs bugsweep installs, or brings along. */
export const cliAgentNames = (): string[] => cliDrivers.map(({ name }) => name);

const driverOf = (name: string): CliDriver => {
  const driver = cliDrivers.find((each) => each.name === name);
  if (driver === undefined) throw new Error(`${name} is no coding agent`);
  return driver;
};

export interface AgentProgram {
  /** Where it lies once it is installed. */
  path: string;
  version: string;
  /** True if it comes with bugsweep, as a file that Node runs. */
  bundled: boolean;
  /** What to do where it is not there. */
  fix: string;
}

/** The program of a coding agent, installed or not. */
export function agentProgram(name: string): AgentProgram {
  const driver = driverOf(name);
  const bundled = driver.program.kind === 'bundled';
  return { path: programOf(driver), version: versionOf(driver), bundled, fix: howToInstall(driver) };
}

/** A coding agent's program without tools of its own: it has those of the servers that it is given. */
export interface BareProgram {
  mounts: readonly Mount[];
  open(context: ProgramContext): Promise<Conversation>;
}

/** Who runs a model that such a program asks. */
export const providerOf = (name: string): string => driverOf(name).routeOf('any').provider;

/** `model`: its name at its provider. @throws UserError `not-installed` */
export function bareProgram(name: string, model: string): BareProgram {
  const driver = driverOf(name);
  if (driver.canDoWithServers !== true) throw new Error(`${name} keeps its own tools`);
  requireInstalled(driver);
  return {
    mounts: [placeInPod(driver).mount],
    open: (context) => openWithServersOnly(driver, model, context),
  };
}

/** Installs the program of a coding agent unless it is there. @throws InfraError `side-install` */
export async function installAgent(name: string, say: (what: string) => void, signal?: AbortSignal): Promise<void> {
  const driver = driverOf(name);
  if (isInstalled(driver) || driver.program.kind === 'bundled') return;
  say(`installing ${name} ${versionOf(driver)} …`);
  await installCli(driver, signal);
}

/** Installs a browser tool unless it is there. @throws InfraError `side-install` */
export async function installTool(name: string, say: (what: string) => void, signal?: AbortSignal): Promise<void> {
  const { side } = browserTool(name);
  if (side === undefined || isSideInstalled(side)) return;
  say(`installing ${name} ${side.version} …`);
  await installSide(side, withoutKeys(process.env), signal);
}

/** True if the agent of this name works with the scripted model when it is told this one. */
export const rehearses = (name: string, model: string): boolean =>
  isRehearsed(cliDrivers.find((driver) => driver.name === name)?.routeOf(model).model ?? model);

/** True if `--model` means something to the agent of this name. */
export const takesModel = (name: string): boolean =>
  takesFiles(name) || cliDrivers.some((driver) => driver.name === name);

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
