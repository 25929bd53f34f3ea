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
