import { existsSync } from 'node:fs';
import { type Agent, createAgent } from '../agent/index.ts';
import { UserError } from '../errors.ts';
import { choiceOf, createKeyMaker, type KeyMaker } from '../run/index.ts';
import type { PlannedTrial, RunConfig } from '../schema/index.ts';
import { loadSuites, type Task } from '../suite/index.ts';
import { judgeVersion } from './versions.ts';

/** What a stored run is played with, as it is now. */
export interface RunParts {
  tasks: Map<string, Task>;
  keys: KeyMaker;
  agentOf(trial: PlannedTrial): Agent;
}

/** @throws UserError `bad-suite`, `lost-task`; `agentOf` throws what the agent says of its argument */
export async function runParts(config: RunConfig, cwd: string): Promise<RunParts> {
  const agents = new Map<string, Agent>();
  return {
    tasks: loadTasksOf(config.trials, cwd),
    keys: createKeyMaker({
      sandbox: config.sandbox,
      judgeVersion: await judgeVersion(),
      servers: config.servers,
      verifier: config.verifier,
    }),
    agentOf: (trial) => {
      const choice = choiceOf(trial, config);
      if (choice === undefined) throw new UserError('bad-run', `${trial.id.agent} is not among the run's agents`);
      const known = agents.get(choice.slug);
      if (known !== undefined) return known;
      const agent = createAgent(choice, config.cwd);
      agents.set(choice.slug, agent);
      return agent;
    },
  };
}

/** The run's tasks as they are now, by folder. @throws UserError `bad-suite`, `lost-task` */
function loadTasksOf(trials: readonly PlannedTrial[], cwd: string): Map<string, Task> {
  const dirs = new Set(trials.map(({ taskDir }) => taskDir));
  const loaded = new Map<string, Task>();
  for (const dir of dirs) {
    if (!existsSync(dir))
      throw new UserError('lost-task', `the run's task ${dir} is gone`, 'put the suite back where it was');
    const [task] = loadSuites(dir, cwd).tasks;
    if (task !== undefined) loaded.set(dir, task);
  }
  return loaded;
}
