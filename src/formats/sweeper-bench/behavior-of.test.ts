import { expect, test } from 'vitest';
import { behaviorSchema, sweeperWorkflowsSchema } from '../../schema/index.ts';
import { behaviorOf } from './behavior-of.ts';
import { WORKFLOWS } from './row.fixture.ts';

const [target, preservation] = WORKFLOWS;
const behavior = (...all: unknown[]) => behaviorSchema.parse(behaviorOf(sweeperWorkflowsSchema.parse(all)));

test('the steps keep their words; ids become ours; a viewport that none names is the benchmark’s', () => {
  expect(behavior(target, preservation)).toEqual({
    origin: 'http://127.0.0.1:13200',
    tests: [
      { ...target, id: 'shared-board', viewport: { width: 1920, height: 1200 } },
      { ...preservation, id: 'login', viewport: { width: 1920, height: 1200 } },
    ],
  });
});

test('set-up, in order and as text', () => {
  const setup = [
    { set_localStorage: { theme: 'dark', n: 2, on: true } },
    'clear_localStorage',
    { set_localStorage: { key: 'a', value: 'b' } },
    { set_localStorage: { key: 'a' } },
  ];
  expect(behavior({ ...target, setup }, preservation).tests[0]?.setup).toEqual([
    { setLocalStorage: { theme: 'dark', n: '2', on: 'true' } },
    { clearLocalStorage: true },
    { setLocalStorage: { a: 'b' } },
    { setLocalStorage: { key: 'a' } },
  ]);
});

test('ids that would be the same, or none, give way to the categories', () => {
  for (const ids of [
    ['a_b', 'a-b'],
    ['日本', 'x'],
  ]) {
    const tests = behavior({ ...target, id: ids[0] }, { ...preservation, id: ids[1] }).tests;
    expect(tests.map(({ id }) => id)).toEqual(['target', 'preservation']);
  }
});
