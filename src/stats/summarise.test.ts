import { expect, test } from 'vitest';
import { plainVariant, runAnswerSchema } from '../schema/index.ts';
import { trialRecord } from '../schema/trial-record.fixture.ts';
import { summarise } from './summarise.ts';
import { toRow } from './to-row.ts';

const failed = { passed: false, score: 0 } as const;

test('groups by agent and model, and keeps unjudged trials out of the rates', () => {
  const records = [
    trialRecord({ id: { agent: 'mini', model: 'm1' }, costUsd: 0.25, times: { agentMs: 10_000, setUpMs: 3000 } }),
    trialRecord({ id: { agent: 'mini', model: 'm1', attempt: 2 }, ...failed, target: 'fail', costUsd: 0.5 }),
    trialRecord({ id: { agent: 'mini', model: 'm1', attempt: 3 }, ...failed, outcome: 'infra-error', costUsd: null }),
    trialRecord({ id: { agent: 'mini', model: 'm2' }, ...failed, preservation: 'fail' }),
    trialRecord({ id: { agent: 'codex', model: 'm1' }, ...failed, outcome: 'cancelled', target: 'uncertain' }),
  ];
  const summary = summarise(records);

  expect(summary).toMatchObject({ planned: 5, finished: 5, judged: 3, passed: 1, infraErrors: 1, cancelled: 1 });
  expect(summary.groups.map(({ agent, model }) => [agent, model])).toEqual([
    ['codex', 'm1'],
    ['mini', 'm1'],
    ['mini', 'm2'],
  ]);
  const [codex, mini, other] = summary.groups;
  expect(codex).toMatchObject({ judged: 0, pass: null, target: null, bounds: { low: 0, high: 1 }, costUsd: null });
  expect(mini).toMatchObject({ trials: 3, judged: 2, passed: 1, costUsd: 0.75, meanAgentMs: 7000, meanSetUpMs: 2000 });
  expect(mini?.pass?.rate).toBe(0.5);
  expect(mini?.preservation?.rate).toBe(1);
  expect(mini?.bounds).toEqual({ low: 1 / 3, high: 2 / 3 });
  expect(other?.preservation?.rate).toBe(0);
});

test('trials that were never reached widen the bounds, and an agent that never ran has its row', () => {
  const record = trialRecord({ id: { agent: 'mini' } });
  const planned = [1, 2, 3, 4].map((attempt) => ({ ...record.id, attempt }));
  const summary = summarise([record], { planned: [...planned, trialRecord().id] });
  expect(summary).toMatchObject({ planned: 5, finished: 1, judged: 1 });
  expect(summary.groups).toMatchObject([
    { agent: 'mini', trials: 4, judged: 1, pass: { rate: 1 }, bounds: { low: 0.25, high: 1 } },
    { agent: 'oracle', trials: 1, judged: 0, pass: null, bounds: { low: 0, high: 1 } },
  ]);
});

test('two choices of one agent, and two levels, are groups of their own', () => {
  const of = (label: string, level: 'ticket' | 'open' = 'ticket') =>
    trialRecord({ id: { agent: 'command', label, variant: plainVariant(level) } });
  const records = [of('command:./good.sh'), of('command:./bad.sh'), of('command:./good.sh', 'open'), of('command:a')];
  expect(summarise(records).groups.map(({ label, level, trials }) => [label, level, trials])).toEqual([
    ['command:./bad.sh', 'ticket', 1],
    ['command:./good.sh', 'open', 1],
    ['command:./good.sh', 'ticket', 1],
    ['command:a', 'ticket', 1],
  ]);
  expect(new Set(records.map((record) => JSON.stringify(toRow(record)))).size).toBe(4);
});

test('a record of before labels were kept goes by the name of its agent', () => {
  expect(summarise([trialRecord()]).groups).toMatchObject([{ agent: 'oracle', label: 'oracle', level: 'ticket' }]);
  expect(toRow(trialRecord())).toMatchObject({ agent: 'oracle', label: 'oracle' });
});

test('a passed flag on an unjudged trial does not count', () => {
  expect(summarise([trialRecord({ outcome: 'task-error' })])).toMatchObject({ judged: 0, passed: 0, taskErrors: 1 });
});

test('without totals the duration runs from the first start to the last end', () => {
  const later = { startedAt: '2026-01-01T00:00:05.000Z', finishedAt: '2026-01-01T00:00:30.000Z' };
  expect(summarise([trialRecord(), trialRecord(later)])).toMatchObject({ planned: 2, durationMs: 30_000 });
  expect(summarise([])).toMatchObject({ planned: 0, durationMs: 0, groups: [] });
});

test('a row has the time apart from set-up, one bug, and the regression', () => {
  const row = toRow(trialRecord({ ...failed, preservation: 'fail', reason: 'list empty', costUsd: 0.1 }));
  expect(row).toMatchObject({ timeMs: 6000, bugs: 1, resolved: 0, regressions: 1, costUsd: 0.1, reason: 'list empty' });
  expect(toRow(trialRecord())).toMatchObject({ resolved: 1, regressions: 0, variant: { level: 'ticket' }, attempt: 1 });
});

test('rows and summary make an answer of the schema', () => {
  const records = [trialRecord(), trialRecord({ outcome: 'infra-error', ...failed })];
  const answer = { schemaVersion: 1, run: 'r', trials: records.map(toRow), summary: summarise(records) };
  expect(runAnswerSchema.parse(answer)).toEqual(answer);
});
