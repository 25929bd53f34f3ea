import { expect, test } from 'vitest';
import { taskSchema } from '../schema/index.ts';
import { filterTasks, sampleTasks } from './select.ts';
import type { Task } from './task.ts';

function task(name: string, change: object = {}): Task {
  const [suite = '', id = ''] = name.split('/');
  const config = taskSchema.parse({
    ...{ schemaVersion: 1, id, title: 't', summary: 's', group: 'classic', kind: 'bug', category: 'async' },
    ...{ actions: ['read'], licence: 'MIT', source: { kind: 'app', app: 'x' }, ...change },
  });
  return {
    id,
    suite,
    name,
    dir: name,
    config,
    instructions: [],
    detailed: undefined,
    behavior: undefined,
    open: undefined,
    seedPatch: undefined,
    appDir: '',
  };
}

const tasks = [
  task('one/double-submit'),
  task('one/lost-note', { kind: 'qa', actions: ['drag', 'read'] }),
  task('two/lost-scroll', { group: 'hard', category: 'interaction' }),
];
const names = (filter: Parameters<typeof filterTasks>[1]) => filterTasks(tasks, filter).map(({ name }) => name);

test('by id, suite/id and pattern', () => {
  expect(names({ tasks: ['lost-note'] })).toEqual(['one/lost-note']);
  expect(names({ tasks: ['two/lost-scroll', 'double-submit'] })).toEqual(['one/double-submit', 'two/lost-scroll']);
  expect(names({ tasks: ['lost-*'] })).toEqual(['one/lost-note', 'two/lost-scroll']);
  expect(names({ tasks: ['one/*'] })).toEqual(['one/double-submit', 'one/lost-note']);
  expect(names({})).toHaveLength(3);
});

test('every part of the filter counts', () => {
  expect(names({ kind: 'bug', group: 'classic' })).toEqual(['one/double-submit']);
  expect(names({ action: 'drag' })).toEqual(['one/lost-note']);
  expect(names({ category: 'interaction', kind: 'qa' })).toEqual([]);
});

test('what does not exist is answered with the nearest', () => {
  expect(() => names({ tasks: ['lost-note', 'lost-scrol'] })).toThrow(
    expect.objectContaining({
      code: 'no-task',
      hint: 'did you mean lost-scroll? known: double-submit, lost-note, lost-scroll',
    }),
  );
  expect(() => names({ tasks: ['lost.note'] })).toThrow(expect.objectContaining({ code: 'no-task' }));
  expect(() => names({ group: 'hart' })).toThrow(
    expect.objectContaining({ code: 'no-value', hint: 'did you mean hard? known: classic, hard' }),
  );
});

test('a sample is the same on every machine, whatever the order of the tasks', () => {
  const many = Array.from({ length: 20 }, (_, n) => task(`one/t${n}`));
  const sample = sampleTasks(many, 5, 7).map(({ id }) => id);
  expect(sample).toMatchInlineSnapshot(`
    [
      "t9",
      "t12",
      "t13",
      "t15",
      "t17",
    ]
  `);
  expect(
    sampleTasks([...many].reverse(), 5, 7)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...sample].sort());
  expect(sampleTasks(many, 5, 8).map(({ id }) => id)).not.toEqual(sample);
  expect(sampleTasks(many, 50, 7)).toEqual(many);
});
