import type { McpServer } from '../../browser/index.ts';
import type { SideProgram } from '../../host/index.ts';
import { nameAsked, type ProviderName } from '../../model/index.ts';
import type { AgentEnd } from '../../schema/index.ts';
import type { TurnSink } from '../trajectory/trajectory-recorder.ts';

/** How one coding agent's own program is run without a person. All that differs between the programs. */
export interface CliDriver {
  /** As the user names the agent. */
  name: string;
  program: NpmProgram | BundledProgram;
  /** Who runs a model that the user names, and what it is called there. @throws UserError `no-provider` */
  routeOf(model: string): ModelRoute;
  /** True if its own tools can be taken from it. */
  canDoWithServers?: true;
  /** Model that is taken if the user names none; undefined: one must be named. */
  defaultModel?: string;
  /** Files below the agent's home, written before the first round. */
  homeFiles(settings: CliSettings): Record<string, string>;
  /** The prompt comes on standard input: a command line has little room, and takes a dash for a flag. */
  command(settings: CliSettings, round: CliRound): CliCommand;
  /** Reads what the program prints in one round, and tells the sink what was said and done. */
  reader(sink: TurnSink): EventReader;
}

/** A program of a package, which the user installs; the version is the one that its driver was verified with. */
export type NpmProgram = { kind: 'npm' } & Omit<SideProgram, 'name'>;

/** A program that bugsweep brings along: one file that Node runs, and that needs nothing beside it. */
export interface BundledProgram {
  kind: 'bundled';
  /** Its name in `dist/`. */
  file: string;
}

export interface ModelRoute {
  provider: ProviderName;
  /** Its name at the provider's endpoint, or `rehearsal…`. */
  model: string;
  /** What the program is told to ask. */
  told: string;
}

/** Routes of a program that knows one provider: a model is named there as the user names it. */
export const alwaysAt =
  (provider: ProviderName) =>
  (model: string): ModelRoute => ({ provider, model, told: nameAsked(model) });

export interface CliSettings {
  /** Folder of the program's own configuration and sessions, inside the pod. */
  home: string;
  /** As the program is told. */
  model: string;
  /** Address of the model's endpoint inside the pod, without `/v1`. */
  modelUrl: string;
  /** Servers of tools that the program starts. */
  servers: readonly McpServer[];
  /** True if it shall have no tools but those of the servers: no shell, no files, no search. */
  onlyServers?: boolean;
}

export interface CliRound {
  n: number;
  /** What the first round said of its conversation; null in the first. */
  session: string | null;
}

export interface CliCommand {
  /** Behind the program itself. */
  args: string[];
  env: Record<string, string>;
}

export interface EventReader {
  /** One line of standard output. */
  line(text: string): void;
  /** After the last line. */
  end(exitCode: number | null): CliRoundEnd;
}

export interface CliRoundEnd {
  agentEnd: Extract<AgentEnd, 'finished' | 'error'>;
  /** What the program said went wrong; empty when it finished, or said nothing. */
  detail: string;
  /** By this the next round goes on with the conversation. */
  session: string | null;
}

/** Programs print a line that is no JSON now and then: such a line says nothing. */
export function parseEvent(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Servers in the shape that most programs' settings have; `more` is what one of them wants besides. */
export const serversByName = (servers: readonly McpServer[], more: Record<string, unknown> = {}) =>
  Object.fromEntries(
    servers.map(({ name, command: [command = '', ...args], env }) => [name, { ...more, command, args, env }]),
  );
