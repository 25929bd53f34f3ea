import type { RunAnswer, TrialRecord } from '../schema/index.ts';
import { trialRecord } from '../schema/trial-record.fixture.ts';
import { summarise, toRow } from '../stats/index.ts';
import type { RunPlan } from './reporter.ts';

const bad = { passed: false, score: 0 } as const;
const slow = { agentMs: 95_000, judgeMs: 7000, setUpMs: 3500 };

/** Four trials of two agents: a pass, a failed target with a long reason, a broken machine, a regression. */
export const fourTrials: TrialRecord[] = [
  trialRecord({ costUsd: 0 }),
  trialRecord({
    id: { agent: 'mini', model: 'small-1' },
    ...bad,
    times: slow,
    target: 'fail',
    costUsd: 0.314,
    reason: 'target "one task is stored":\n  expected 11,\tsaw 12',
  }),
  trialRecord({
    id: { agent: 'mini', model: 'small-1', task: 'lost-scroll' },
    ...bad,
    outcome: 'infra-error',
    target: 'uncertain',
    preservation: 'uncertain',
    reason: 'no space left',
  }),
  trialRecord({ id: { task: 'lost-scroll', attempt: 2 }, ...bad, preservation: 'fail', reason: 'the list is empty' }),
];

const neverReached = trialRecord({ id: { task: 'lost-scroll' } }).id;

export const planOf = (records: readonly TrialRecord[]): RunPlan => ({
  run: 'demo',
  dir: 'runs/demo',
  trials: records.map(({ id }) => id),
  resumed: 0,
});

export const answerOf = (records: readonly TrialRecord[]): RunAnswer => ({
  schemaVersion: 1,
  run: 'demo',
  trials: records.map(toRow),
  summary: summarise(records, { planned: [...fourTrials.map(({ id }) => id), neverReached], durationMs: 221_000 }),
});
