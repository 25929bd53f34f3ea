import { join } from 'node:path';
import PQueue from 'p-queue';
import type { Agent } from '../agent/index.ts';
import { InfraError, machineTrouble } from '../errors.ts';
import { monotonicMs } from '../host/index.ts';
import type { PlannedTrial, TrialRecord } from '../schema/index.ts';
import type { Task } from '../suite/index.ts';
import type { Phase, Workshop } from '../trial/index.ts';
import type { KeyMaker } from './keys.ts';
import { playTrial, stateOf, type TrialPlay } from './play-trial.ts';
import type { RunFolder } from './run-folder.ts';

/** What a run tells while it goes on. Must not throw. */
export interface RunListener {
  onPlan(pending: readonly PlannedTrial[], resumed: number): void;
  onTrialStart(trial: PlannedTrial): void;
  onTrialPhase(trial: PlannedTrial, phase: Phase): void;
  onTrialEnd(trial: PlannedTrial, record: TrialRecord): void;
}

export interface ExecuteOptions {
  folder: RunFolder;
  workshop: Workshop;
  keys: KeyMaker;
  tasks: ReadonlyMap<string, Task>;
  agentOf(trial: PlannedTrial): Agent;
  signal: AbortSignal;
  listener: RunListener;
  /** Judge the patches that are there and run no agent; `again` also where the verdict is up to date. */
  judgeOnly?: 'missing' | 'again' | undefined;
}

export interface RunResult {
  records: TrialRecord[];
  planned: number;
  durationMs: number;
  /** Why the run stopped before its end, if it did. */
  stopped: InfraError | undefined;
}

/**
 * Plays every trial of a run that is not finished, `jobs` at a time. One trial's trouble is its own; a disk that takes
 * no more records stops the run, with everything finished kept.
 */
export async function executeRun(options: ExecuteOptions): Promise<RunResult> {
  const { folder, workshop, keys, signal, listener } = options;
  const { config } = folder;
  const startedAt = monotonicMs();
  const plays = config.trials.map((trial) => ({ trial, play: playOf(trial, options) }));
  const records: TrialRecord[] = [];
  const pending: typeof plays = [];
  for (const each of plays) {
    const state = await stateOf(each.play, keys);
    if (state.kind === 'done' && options.judgeOnly !== 'again') records.push(state.record);
    else if (state.kind !== 'play' || options.judgeOnly === undefined) pending.push(each);
  }
  await folder.event('run-start', { pending: pending.length, resumed: records.length });
  listener.onPlan(
    pending.map(({ trial }) => trial),
    records.length,
  );

  let stopped: { error: unknown } | undefined;
  const queue = new PQueue({ concurrency: config.jobs });
  const playOne = async ({ trial, play }: (typeof plays)[number]) => {
    if (signal.aborted || stopped !== undefined) return;
    listener.onTrialStart(trial);
    try {
      await folder.event('trial-start', { trial: trial.dir });
      const record = await playTrial(workshop, play, keys, { judgeAgain: options.judgeOnly === 'again' });
      await folder.event('trial-end', { trial: trial.dir, outcome: record.outcome, passed: record.passed });
      records.push(record);
      listener.onTrialEnd(trial, record);
    } catch (error) {
      // Trials in flight are played to their end, whatever stopped this one.
      stopped ??= { error: machineTrouble(error) ?? error };
    }
  };
  const played = pending.map((each) => queue.add(() => playOne(each)));
  await Promise.all(played);
  const error = stopped?.error;
  if (error !== undefined && !(error instanceof InfraError)) throw error;
  if (error === undefined) await folder.event('run-end', { finished: records.length, interrupted: signal.aborted });
  return { records, planned: plays.length, durationMs: monotonicMs() - startedAt, stopped: error };
}

function playOf(trial: PlannedTrial, { folder, tasks, agentOf, signal, listener }: ExecuteOptions): TrialPlay {
  const task = tasks.get(trial.taskDir);
  if (task === undefined) throw new InfraError('lost-task', `the task in ${trial.taskDir} was not loaded`);
  const { config, dir } = folder;
  return {
    id: trial.id,
    task,
    agent: agentOf(trial),
    dir: join(dir, trial.dir),
    agentTimeoutMs: config.agentTimeoutMs ?? task.config.limits.agentTimeoutMs,
    keepTraces: config.keepTraces,
    signal,
    onPhase: (phase) => listener.onTrialPhase(trial, phase),
  };
}
