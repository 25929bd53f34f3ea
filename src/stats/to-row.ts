import { labelOf, type TrialRecord, type TrialRow } from '../schema/index.ts';

/** A stored trial as `--json` prints it. A browser task has one bug, and its time is apart from set-up. */
export function toRow(record: TrialRecord): TrialRow {
  const { id, times } = record;
  return {
    ...id,
    label: labelOf(id),
    outcome: record.outcome,
    agentEnd: record.agentEnd,
    target: record.target,
    preservation: record.preservation,
    passed: record.passed,
    score: record.score,
    resolved: record.passed ? 1 : 0,
    bugs: 1,
    regressions: record.preservation === 'fail' ? 1 : 0,
    timeMs: times.agentMs + times.judgeMs,
    costUsd: record.costUsd,
    reason: record.reason,
  };
}
