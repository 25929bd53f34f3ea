import { expect, test } from 'vitest';
import { planRun, readAgentChoice } from './plan-run.ts';
import { taskOf } from './task.fixture.ts';

const agents = (...texts: string[]) => texts.map((text) => readAgentChoice(text, null));

test('a trial says which of two commands it is of', () => {
  const planned = planRun({
    ...{ tasks: [taskOf('s', 'one')], agents: agents('nop', 'command:./a.sh', 'command:./b.sh') },
    ...{ levels: null, attempts: 1 },
  });
  expect(planned.map(({ id }) => [id.agent, id.label])).toEqual([
    ['nop', 'nop'],
    ['command', 'command:./a.sh'],
    ['command', 'command:./b.sh'],
  ]);
  expect(new Set(planned.map(({ dir }) => dir)).size).toBe(3);
});

test('an agent or a level that is named twice counts once', () => {
  const tasks = [taskOf('s', 'one')];
  const planned = planRun({ tasks, agents: agents('nop', 'nop'), levels: ['ticket', 'ticket'], attempts: 2 });
  expect(planned.map(({ id }) => id.attempt)).toEqual([1, 2]);
});

test('two tasks that would share a folder are refused, with both paths', () => {
  const tasks = [taskOf('s', 'one'), taskOf('s', 'one', 'copies'), taskOf('s', 'two', 'copies')];
  const plan = () => planRun({ tasks, agents: agents('nop'), levels: null, attempts: 1 });
  expect(plan).toThrow('/suites/s/one and /copies/s/one');
});
