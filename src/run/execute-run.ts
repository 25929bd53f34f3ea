import { join } from 'node:path';
import PQueue from 'p-queue';
import { InfraError, machineTrouble } from '../errors.ts';
import { monotonicMs } from '../host/index.ts';
import type { PlannedTrial, TrialRecord } from '../schema/index.ts';
import type { Task } from '../suite/index.ts';
import type { Phase, Workshop } from '../trial/index.ts';
import { finishJudgement } from './judgement-folder.ts';
import { playTrial, type TrialPlay } from './play-trial.ts';
import type { RunFolder } from './run-folder.ts';
import { agentTimeoutOf, type SurveyOptions, surveyRun } from './survey-run.ts';

/** What a run tells while it goes on. Must not throw. */
export interface RunListener {
  onPlan(pending: readonly PlannedTrial[], resumed: number): void;
  onTrialStart(trial: PlannedTrial): void;
  onTrialPhase(trial: PlannedTrial, phase: Phase): void;
  onTrialEnd(trial: PlannedTrial, record: TrialRecord): void;
}

export interface ExecuteOptions extends Omit<SurveyOptions, 'dir' | 'config'> {
  folder: RunFolder;
  workshop: Workshop;
  signal: AbortSignal;
  listener: RunListener;
  /** Trials at once. Default: as the run was planned. */
  jobs?: number | undefined;
}

export interface RunResult {
  records: TrialRecord[];
  /** How many trials have no patch to judge; 0 unless only stored patches are judged. */
  withoutPatch: number;
  durationMs: number;
  /** Why the run stopped before its end, if it did. */
  stopped: InfraError | undefined;
}

/**
 * Plays every trial of a run that is not finished, `jobs` at a time. One trial's trouble is its own; a disk that takes
 * no more records stops the run, with everything finished kept. @throws UserError what an agent lacks that is to work
 */
export async function executeRun(options: ExecuteOptions): Promise<RunResult> {
  const { folder, workshop, keys, signal, listener } = options;
  const { config } = folder;
  const startedAt = monotonicMs();
  for (const trial of config.trials) finishJudgement(join(folder.dir, trial.dir));
  const { done, pending, withoutPatch } = await surveyRun({ ...options, dir: folder.dir, config });
  const working = new Set(pending.flatMap(({ trial, work }) => (work.kind === 'play' ? [options.agentOf(trial)] : [])));
  for (const agent of working) agent.requireReady?.();
  const records = [...done];
  await folder.event('run-start', { pending: pending.length, resumed: records.length });
  listener.onPlan(
    pending.map(({ trial }) => trial),
    records.length,
  );

  let stopped: { error: unknown } | undefined;
  const queue = new PQueue({ concurrency: options.jobs ?? config.jobs });
  const playOne = async ({ trial, task, work }: (typeof pending)[number]) => {
    if (signal.aborted || stopped !== undefined) return;
    listener.onTrialStart(trial);
    try {
      await folder.event('trial-start', { trial: trial.dir });
      const record = await playTrial(workshop, playOf(trial, task, options), keys, work);
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
  const durationMs = monotonicMs() - startedAt;
  return { records, withoutPatch: withoutPatch.length, durationMs, stopped: error };
}

function playOf(trial: PlannedTrial, task: Task, { folder, agentOf, signal, listener }: ExecuteOptions): TrialPlay {
  const { config, dir } = folder;
  return {
    id: trial.id,
    task,
    agent: () => agentOf(trial),
    dir: join(dir, trial.dir),
    agentTimeoutMs: agentTimeoutOf(config, task, trial.id.variant),
    keepTraces: config.keepTraces,
    snapshotMs: config.snapshotMs,
    signal,
    onPhase: (phase) => listener.onTrialPhase(trial, phase),
  };
}
