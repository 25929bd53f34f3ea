import {
  type GroupSummary,
  labelOf,
  type RunAnswer,
  type TrialId,
  type TrialRecord,
  variantName,
} from '../schema/index.ts';
import { meanSd, scoreBounds, wilsonInterval } from './intervals.ts';

type Records = readonly TrialRecord[];

export interface RunTotals {
  /** Trials of the run's plan, those that were never reached too. Default: those of the records. */
  planned?: readonly TrialId[];
  /** Wall-clock time of the run. Default: from the first start to the last end of a trial. */
  durationMs?: number;
}

/** Summary of a run: totals, and one group for each agent (as asked for), model and variant, in the order of their names. */
export function summarise(records: Records, totals: RunTotals = {}): RunAnswer['summary'] {
  const planned = totals.planned ?? records.map(({ id }) => id);
  return {
    planned: planned.length,
    finished: records.length,
    ...countOutcomes(records),
    durationMs: totals.durationMs ?? spanMs(records),
    groups: groupByAgent(planned).map((ids) => summariseGroup(ids, records)),
  };
}

function countOutcomes(records: Records) {
  const count = (outcome: TrialRecord['outcome']) => records.filter((record) => record.outcome === outcome).length;
  return {
    judged: count('judged'),
    passed: records.filter(isPass).length,
    taskErrors: count('task-error'),
    infraErrors: count('infra-error'),
    cancelled: count('cancelled'),
  };
}

const isPass = (record: TrialRecord): boolean => record.outcome === 'judged' && record.passed;

const groupKey = (id: TrialId): string => [labelOf(id), id.model ?? '', variantName(id.variant)].join('\0');

/** At least one trial each. */
function groupByAgent(planned: readonly TrialId[]): [TrialId, ...TrialId[]][] {
  const groups = new Map<string, [TrialId, ...TrialId[]]>();
  for (const id of planned) {
    const group = groups.get(groupKey(id));
    if (group === undefined) groups.set(groupKey(id), [id]);
    else group.push(id);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

function summariseGroup(planned: readonly [TrialId, ...TrialId[]], all: Records): GroupSummary {
  const [first] = planned;
  const key = groupKey(first);
  const records = all.filter(({ id }) => groupKey(id) === key);
  const judged = records.filter(({ outcome }) => outcome === 'judged');
  const counts = countOutcomes(records);
  const rateOf = (passes: (record: TrialRecord) => boolean) =>
    wilsonInterval(judged.filter(passes).length, judged.length);
  return {
    agent: first.agent,
    label: labelOf(first),
    model: first.model,
    level: first.variant.level,
    variant: first.variant,
    trials: planned.length,
    ...counts,
    pass: rateOf(({ passed }) => passed),
    target: rateOf(({ target }) => target === 'pass'),
    preservation: rateOf(({ preservation }) => preservation === 'pass'),
    bounds: scoreBounds({ passed: counts.passed, judged: counts.judged, trials: planned.length }),
    meanAgentMs: meanSd(judged.map(({ times }) => times.agentMs)).mean ?? 0,
    meanSetUpMs: meanSd(judged.map(({ times }) => times.setUpMs)).mean ?? 0,
    costUsd: totalCost(records),
  };
}

/** Known costs together; null if no trial knows its cost. */
function totalCost(records: Records): number | null {
  const known = records.map(({ costUsd }) => costUsd).filter((cost) => cost !== null);
  return known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0);
}

function spanMs(records: Records): number {
  if (records.length === 0) return 0;
  const starts = records.map(({ startedAt }) => Date.parse(startedAt));
  const ends = records.map(({ finishedAt }) => Date.parse(finishedAt));
  return Math.max(0, Math.max(...ends) - Math.min(...starts));
}
