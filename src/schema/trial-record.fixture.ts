import type { TrialId, TrialRecord } from './trial.ts';
import { plainVariant } from './variant.ts';

type Changes = Partial<Omit<TrialRecord, 'id' | 'times'>> & {
  id?: Partial<TrialId>;
  times?: Partial<TrialRecord['times']>;
};

/** A judged, passed trial of `oracle`; tests change what they are about. */
export function trialRecord({ id, times, ...rest }: Changes = {}): TrialRecord {
  return {
    schemaVersion: 1,
    id: {
      suite: 'team-tasks',
      task: 'double-submit',
      agent: 'oracle',
      model: null,
      variant: plainVariant('ticket'),
      attempt: 1,
      ...id,
    },
    keys: { prediction: 'p', judgement: 'j' },
    outcome: 'judged',
    agentEnd: 'finished',
    target: 'pass',
    preservation: 'pass',
    passed: true,
    score: 1,
    reason: '',
    checks: [],
    judgeTries: 1,
    capture: null,
    patchSha256: null,
    rounds: [],
    times: { setUpMs: 1000, agentMs: 4000, captureMs: 50, judgeMs: 2000, totalMs: 7050, ...times },
    costUsd: null,
    sandbox: 'bwrap',
    warnings: [],
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T00:00:07.050Z',
    ...rest,
  };
}
