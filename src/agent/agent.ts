import type { McpServer } from '../browser/index.ts';
import type { Mount, Owner, Pod } from '../environment/index.ts';
import type { ProviderName } from '../model/index.ts';
import type { AgentEnd } from '../schema/index.ts';
import type { ObjectStore } from '../workspace/index.ts';

/** What an agent is given for one trial. */
export interface AgentContext {
  /** The sandbox with workspace, running app and browser; loopback only. */
  pod: Pod;
  /** Host path of the workspace. Only control agents write here; a real agent works inside the pod. */
  workspaceDir: string;
  owner: Owner | undefined;
  /** bugsweep's own object store and the workspace's first tree in it. */
  store: ObjectStore;
  baselineTree: string;
  /** Host folder shown as /run/agent inside, read-only there: each round's prompt. No agent can plant a link in it. */
  promptDir: string;
  /** Address of the running app inside the pod; null if the task has none. */
  appUrl: string | null;
  /** Address of the model's endpoint inside the pod, without `/v1`; null for agents without a model. */
  modelUrl: string | null;
  /** Servers of tools for its browser, with paths inside the pod. */
  servers: readonly McpServer[];
  /** The task's reference solution, for the `oracle` control agent. @throws TaskError */
  reference(): Promise<Buffer>;
  /** Environment of the agent's programs: `CHROMIUM`, and `APP_URL` and `APP_RUN` for the `app` command. */
  env: Readonly<Record<string, string>>;
  /** File that receives what the agent prints. */
  logPath: string;
  /** File for what an agent said and did, where its program tells. */
  trajectoryPath: string;
}

export interface RoundInput {
  /** 1-based. */
  n: number;
  prompt: string;
  timeoutMs: number;
  signal: AbortSignal;
}

/** How a round ended. The harness owns the deadline: a timeout is never read from what an agent says. */
export interface RoundEnd {
  agentEnd: AgentEnd;
  /** One line; empty when the agent finished. */
  detail: string;
  costUsd: number | null;
}

/** One conversation over all rounds of a trial. Whoever opens it closes it. */
export interface Conversation {
  /** Plays one round to its end. Failing is data, not an exception; only trouble of the machine throws (InfraError). */
  round(input: RoundInput): Promise<RoundEnd>;
  close(): Promise<void>;
}

export interface Agent {
  readonly name: string;
  /** Control agents measure the benchmark, not a model; they are never ranked. */
  readonly control: boolean;
  /** The model that it works with, and who runs it; undefined for agents without one that bugsweep knows of. */
  readonly model?: { name: string; provider: ProviderName };
  /** What a resumed run compares: version and settings that decide what the agent does. */
  version(): Promise<string>;
  /** Says what this machine lacks for it, before a run is made. @throws UserError */
  requireReady?(): void;
  /** True if it starts no program in the pod. */
  readonly startsNothing?: boolean;
  /** True if it starts the MCP servers that it is given. */
  readonly startsServers?: boolean;
  /** Host folders that this agent needs inside the pod, read-only. */
  mounts(): readonly Mount[];
  open(context: AgentContext): Promise<Conversation>;
}

/** Types an agent; no registration, no magic. */
export const defineAgent = (agent: Agent): Agent => agent;
