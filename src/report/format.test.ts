import { expect, test } from 'vitest';
import { plainVariant } from '../schema/index.ts';
import { trialRecord } from '../schema/trial-record.fixture.ts';
import { agentNamer, formatCost, formatDuration, oneLine, trialKey, trialNames } from './format.ts';
import { fourTrials } from './run-answer.fixture.ts';

test('durations', () => {
  const values = [0, 440, 9949, 9950, 59_499, 59_500, 102_000, 3_599_499, 3_599_500, 7_500_000];
  expect(values.map(formatDuration)).toEqual([
    ...['0.0s', '0.4s', '9.9s', '10s', '59s', '1m00s', '1m42s', '59m59s', '1h00m', '2h05m'],
  ]);
});

test('costs', () => {
  expect([null, 0, 0.314, 12].map(formatCost)).toEqual(['-', '$0.00', '$0.31', '$12.00']);
});

test('one line, whatever an agent has printed', () => {
  expect(oneLine('  a\n\tb\u001b[31m\u0007c ', 80)).toBe('a b [31m c');
  expect(oneLine('abcdef', 4)).toBe('abc…');
});

test('names say no more than tells trials apart', () => {
  const ids = fourTrials.map(({ id }) => id);
  const [first] = ids;
  if (first === undefined) throw new Error('fixture');
  expect(trialNames(ids).task(first)).toBe('double-submit');
  expect(trialNames([first, { ...first, suite: 'other' }]).task(first)).toBe('team-tasks/double-submit');
  expect(trialNames([first, { ...first, variant: plainVariant('open') }]).task(first)).toBe('double-submit (ticket)');
});

test('two commands have two names; long ones are cut where they are still told apart', () => {
  const of = (label: string, model: string | null = null) => trialRecord({ id: { agent: 'command', label, model } }).id;
  const ids = [of('command:./good.sh'), of('command:./bad.sh', 'm1')];
  expect(ids.map(agentNamer(ids))).toEqual(['command:./good.sh', 'command:./bad.sh m1']);
  expect(ids.map((id) => trialNames(ids).agent(id))).toEqual(['command:./good.sh #1', 'command:./bad.sh m1 #1']);
  expect(new Set(ids.map(trialKey)).size).toBe(2);

  const long = (middle: string) => of(`command:/bin/sh -c "${middle.repeat(30)}; exit"`);
  const two = [long('a'), of(`command:${'x'.repeat(80)}\nsecond line`)];
  for (const name of two.map(agentNamer(two))) expect(name).toHaveLength(40);
  const alike = [of(`command:${'x'.repeat(40)}1${'y'.repeat(40)}`), of(`command:${'x'.repeat(40)}2${'y'.repeat(40)}`)];
  expect(new Set(alike.map(agentNamer(alike))).size).toBe(2);
});
