import type { Agent } from '../agent/index.ts';
import { AppNotReady } from '../app/index.ts';
import { errorText, InfraError, machineTrouble, TaskError, UserError } from '../errors.ts';
import { isoNow, monotonicMs } from '../host/index.ts';
import {
  type Judgement,
  type Outcome,
  type PredictionRecord,
  SCHEMA_VERSION,
  type TrialRecord,
} from '../schema/index.ts';
import { judgePatch, type Phase, predict, type TrialOrder, triesBelow, type Workshop } from '../trial/index.ts';
import { dropTraces } from './drop-traces.ts';
import { beginJudgement, keepJudgement } from './judgement-folder.ts';
import type { KeyMaker } from './keys.ts';
import type { Work } from './survey-run.ts';
import { putAside, readPrediction } from './trial-folder.ts';

export interface TrialPlay extends Omit<TrialOrder, 'agent'> {
  /** Called only when the agent is to work. */
  agent(): Agent;
  /** Keep traces of passed trials too. */
  keepTraces: boolean;
}

/** Set-up trouble of the machine is tried once more; an agent that has begun is never started again by itself. */
const MAX_SETUP_TRIES = 2;

/** Plays what is missing of a trial and writes its record. Only trouble in writing the record throws (InfraError). */
export async function playTrial(workshop: Workshop, play: TrialPlay, keys: KeyMaker, work: Work): Promise<TrialRecord> {
  if (work.kind === 'play') putAside(play.dir);
  const record = await attempt(workshop, play, keys, work);
  keepJudgement(play.dir, record);
  if (record.passed && !play.keepTraces) dropTraces(play.dir);
  return record;
}

async function attempt(workshop: Workshop, play: TrialPlay, keys: KeyMaker, work: Work): Promise<TrialRecord> {
  const startedAt = isoNow();
  const started = monotonicMs();
  let prediction: PredictionRecord | undefined;
  try {
    if (work.kind === 'play') await predictWithRetry(workshop, play, work.key);
    const next = beginJudgement(play.dir);
    const read = readPrediction(play.dir);
    if (read === undefined) throw new InfraError('lost-prediction', `the patch of ${play.dir} is gone or altered`);
    prediction = read.record;
    play.onPhase('judge');
    const judgeStarted = monotonicMs();
    const prepared = await workshop.prepare(play.task);
    const judgement = await judgePatch(workshop, prepared, {
      patch: read.patch,
      expectedTree: prediction.capture.tree,
      tryDir: triesBelow(next),
      signal: play.signal,
      keepTraces: play.keepTraces,
    });
    play.signal.throwIfAborted();
    const judgeMs = monotonicMs() - judgeStarted;
    return recordOf(play, workshop, keys, {
      prediction,
      judgement,
      judgeMs,
      startedAt,
      totalMs: monotonicMs() - started,
    });
  } catch (error) {
    const totalMs = monotonicMs() - started;
    return recordOf(play, workshop, keys, { prediction, failure: classify(error, play.signal), startedAt, totalMs });
  }
}

async function predictWithRetry(workshop: Workshop, play: TrialPlay, key: string): Promise<void> {
  const agent = play.agent();
  for (let tries = 1; ; tries += 1) {
    let agentBegan = false;
    const onPhase = (phase: Phase) => {
      agentBegan ||= phase === 'agent';
      play.onPhase(phase);
    };
    try {
      await predict(workshop, { ...play, agent, onPhase }, key);
      return;
    } catch (error) {
      const again = error instanceof InfraError || error instanceof AppNotReady;
      if (!again || agentBegan || tries >= MAX_SETUP_TRIES || play.signal.aborted) throw error;
      putAside(play.dir);
    }
  }
}

interface Failure {
  outcome: Exclude<Outcome, 'judged'>;
  reason: string;
}

/** Whose fault it is, by the class of the error, where it was thrown. */
function classify(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) {
    return { outcome: 'cancelled', reason: typeof signal.reason === 'string' ? signal.reason : 'interrupted' };
  }
  if (error instanceof TaskError || error instanceof UserError)
    return { outcome: 'task-error', reason: withHint(error) };
  // The agent is given the buggy, but working base: an app that does not start there is the task's fault.
  if (error instanceof AppNotReady) return { outcome: 'task-error', reason: `the app of the task: ${error.message}` };
  const trouble = error instanceof InfraError ? error : machineTrouble(error);
  if (trouble === undefined) throw error;
  const output = trouble.output === undefined ? '' : `\n${trouble.output}`;
  return { outcome: 'infra-error', reason: `${errorText(trouble)}${output}` };
}

const withHint = (error: TaskError | UserError): string =>
  error.hint === undefined ? error.message : `${error.message} (${error.hint})`;

type Parts = { prediction: PredictionRecord | undefined; startedAt: string; totalMs: number } & (
  | { judgement: Judgement; judgeMs: number; failure?: undefined }
  | { failure: Failure; judgement?: undefined }
);

function recordOf(play: TrialPlay, workshop: Workshop, keys: KeyMaker, parts: Parts): TrialRecord {
  const { prediction, judgement, failure } = parts;
  const patchSha256 = prediction?.patchSha256 ?? null;
  return {
    schemaVersion: SCHEMA_VERSION,
    id: play.id,
    keys: {
      prediction: prediction?.key ?? '',
      judgement: patchSha256 === null ? '' : keys.judgement(play.task, patchSha256),
    },
    outcome: judgement?.outcome ?? failure?.outcome ?? 'infra-error',
    agentEnd: prediction?.agentEnd ?? null,
    target: judgement?.target ?? 'uncertain',
    preservation: judgement?.preservation ?? 'uncertain',
    passed: judgement?.passed ?? false,
    score: judgement?.passed === true ? 1 : 0,
    reason: judgement?.reason ?? failure?.reason ?? '',
    checks: judgement?.checks ?? [],
    judgeTries: judgement?.tries.length ?? 0,
    capture: prediction?.capture ?? null,
    patchSha256,
    rounds: prediction?.rounds ?? [],
    times: {
      setUpMs: prediction?.setUpMs ?? 0,
      agentMs: prediction?.agentMs ?? 0,
      captureMs: prediction?.captureMs ?? 0,
      judgeMs: parts.judgement === undefined ? 0 : parts.judgeMs,
      totalMs: parts.totalMs,
    },
    costUsd: prediction?.costUsd ?? null,
    sandbox: workshop.environment.sandbox,
    warnings: prediction?.warnings ?? [],
    ...(prediction?.browser === undefined ? {} : { browser: prediction.browser }),
    startedAt: prediction?.startedAt ?? parts.startedAt,
    finishedAt: isoNow(),
  };
}
