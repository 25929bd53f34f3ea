import type { Behavior, TaskConfig } from '../schema/index.ts';

/** A validated task folder. Paths are absolute. */
export interface Task {
  id: string;
  suite: string;
  /** `suite/task` */
  name: string;
  dir: string;
  config: TaskConfig;
  /** Texts of instruction.md, instruction-2.md, … in order. Empty if the task has no ticket. */
  instructions: string[];
  /** Text of detailed.md. */
  detailed: string | undefined;
  /** Text of open.md: the open request in the task's own words, in place of the one that names the area. */
  open: string | undefined;
  /** Of tests/behavior.yaml. */
  behavior: Behavior | undefined;
  seedPatch: string | undefined;
  /** Folder of the application, for `app` sources; of the host, for `npm` sources; of app.toml, for `git` sources. */
  appDir: string;
}

export interface Suite {
  name: string;
  title: string;
  version: number;
  dir: string;
  tasks: Task[];
}

/** The behavior tests of a task that they judge; undefined for one with a spec or script. */
export const testsThatJudge = ({ config, behavior }: Task): Behavior | undefined =>
  config.judge.kind === 'agentic' ? behavior : undefined;

/** One thing wrong in a suite, with where. */
export interface SuiteProblem {
  file: string;
  line?: number;
  key?: string;
  message: string;
}

export function formatProblem({ file, line, key, message }: SuiteProblem): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return key === undefined || key === '' ? `${place}: ${message}` : `${place}: ${key} ${message}`;
}
