import type { Agent } from '../agent/index.ts';
import type { PreparedApp } from '../app/index.ts';
import type { Environment } from '../environment/index.ts';
import type { Scratch } from '../host/index.ts';
import type { JudgeBatch, Verifier } from '../judge/index.ts';
import type { ToolServer, TrialId } from '../schema/index.ts';
import type { Task } from '../suite/index.ts';
import type { ObjectStore, Solution } from '../workspace/index.ts';
import type { ModelDesk } from './model-place.ts';

/** A task with everything made ready that its trials share. */
export interface PreparedTask {
  task: Task;
  app: PreparedApp;
  store: ObjectStore;
  /** Tree of the buggy source, as the agent gets it. */
  baselineTree: string;
  /** Paths of dependencies and outputs: never part of a patch. */
  declared: string[];
  /** A solution of the task (path below `solution/`, with or without ending) against the baseline. @throws TaskError */
  readSolution(path: string): Promise<Solution>;
}

/** The machine's side of all trials of a process. */
export interface Workshop {
  environment: Environment;
  scratch: Scratch;
  judgeInBrowser: JudgeBatch;
  models: ModelDesk;
  /** Plays the behavior tests of tasks that are judged by them; undefined: the rules do. */
  verifier: Verifier | undefined;
  /** The user's own servers of browser tools. */
  servers: readonly ToolServer[];
  /** Prepares a task once; later calls share the result. @throws TaskError, InfraError */
  prepare(task: Task): Promise<PreparedTask>;
}

export type Phase = 'prepare' | 'agent' | 'capture' | 'judge';

/** One trial to be run. */
export interface TrialOrder {
  id: TrialId;
  task: Task;
  agent: Agent;
  /** Folder of the trial's record. */
  dir: string;
  agentTimeoutMs: number;
  /** How often the workspace is kept while the agent works; null or absent: never. */
  snapshotMs?: number | null;
  signal: AbortSignal;
  onPhase(phase: Phase): void;
}
