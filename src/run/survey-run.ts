import { join } from 'node:path';
import type { Agent } from '../agent/index.ts';
import { InfraError } from '../errors.ts';
import type { PlannedTrial, RunConfig, TrialRecord, Variant } from '../schema/index.ts';
import type { Task } from '../suite/index.ts';
import { isFinal } from './is-final.ts';
import type { KeyMaker } from './keys.ts';
import { readPlannedTrial } from './run-folder.ts';
import { readPrediction } from './trial-folder.ts';

/** What a run needs to tell what is left of it. */
export interface SurveyOptions {
  dir: string;
  config: RunConfig;
  keys: KeyMaker;
  tasks: ReadonlyMap<string, Task>;
  /** Makes the trial's agent. Not called where only stored patches are judged: it may be gone. */
  agentOf(trial: PlannedTrial): Agent;
  /** Judge the patches that are there and run no agent; `again` also where the verdict is up to date. */
  judgeOnly?: 'missing' | 'again' | undefined;
}

/** What is to be done for a trial: everything, or only a verdict on the stored patch. `key` is the prediction's. */
export type Work = { kind: 'play' | 'judge'; key: string };

export interface Survey {
  /** Records that stay as they are. */
  done: TrialRecord[];
  pending: { trial: PlannedTrial; task: Task; work: Work }[];
  /** Trials that have no patch to judge. Only with `judgeOnly`; their records, if any, are in `done`. */
  withoutPatch: PlannedTrial[];
}

/** Looks at what is stored of every planned trial, and changes nothing. */
export async function surveyRun(options: SurveyOptions): Promise<Survey> {
  const { dir, config, tasks } = options;
  const survey: Survey = { done: [], pending: [], withoutPatch: [] };
  for (const trial of config.trials) {
    const task = tasks.get(trial.taskDir);
    if (task === undefined) throw new InfraError('lost-task', `the task in ${trial.taskDir} was not loaded`);
    const record = readPlannedTrial(dir, trial);
    const stored = readPrediction(join(dir, trial.dir))?.record.key;
    if (options.judgeOnly !== undefined && stored === undefined) {
      survey.withoutPatch.push(trial);
      if (record !== undefined) survey.done.push(record);
      continue;
    }
    const key = options.judgeOnly === undefined ? await wantedKey(options, trial, task) : (stored ?? '');
    if (options.judgeOnly !== 'again' && record !== undefined && isUpToDate(record, task, key, options.keys)) {
      survey.done.push(record);
    } else {
      survey.pending.push({ trial, task, work: { kind: stored === key ? 'judge' : 'play', key } });
    }
  }
  return survey;
}

/** Agents that were told of their time get a tenth more before they are told to stop, at most this. */
const MAX_GRACE_MS = 60_000;

/** Time for all rounds of a trial. */
export const agentTimeoutOf = (config: RunConfig, task: Task, { budgetMs }: Variant): number =>
  budgetMs === null
    ? (config.agentTimeoutMs ?? task.config.limits.agentTimeoutMs)
    : budgetMs + Math.min(budgetMs / 10, MAX_GRACE_MS);

const wantedKey = ({ keys, agentOf, config }: SurveyOptions, trial: PlannedTrial, task: Task): Promise<string> =>
  keys.prediction(task, agentOf(trial), trial.id, agentTimeoutOf(config, task, trial.id.variant));

function isUpToDate(record: TrialRecord, task: Task, key: string, keys: KeyMaker): boolean {
  const { patchSha256, capture } = record;
  if (!isFinal(record) || record.keys.prediction !== key || capture === null || patchSha256 === null) return false;
  return record.keys.judgement === keys.judgement(task, patchSha256);
}
