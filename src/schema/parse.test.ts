import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';
import { parseWith } from './parse.ts';
import { taskSchema } from './task.ts';

const good = {
  ...{ schemaVersion: 1, id: 'a', title: 't', summary: 's', group: 'g', kind: 'bug', category: 'c' },
  ...{ actions: ['read'], licence: 'MIT', source: { kind: 'app', app: 'team-tasks' } },
};

function problems(change: object): string[] {
  const result = parseWith(taskSchema, { ...good, ...change });
  return result.ok ? [] : result.problems.map(({ key, message }) => `${key} ${message}`);
}

test('defaults are filled in', () => {
  const result = parseWith(taskSchema, good);
  expect(result.ok && result.value).toMatchObject({
    runs: 1,
    app: { fixture: 'default', viewport: { width: 1280, height: 800 } },
    judge: { kind: 'browser', checkTimeoutMs: 60_000 },
    limits: { agentTimeoutMs: 1_200_000 },
  });
});

test('every problem at once', () => {
  expect(problems({ id: 'Big', title: undefined, runs: 0, colour: 'red' })).toEqual([
    'id must be kebab-case: small letters, digits, single hyphens',
    'title is missing',
    'runs must be at least 1',
    'colour is not a known key',
  ]);
});

test.each([
  [{ runs: 'x' }, 'runs must be a number, not "x"'],
  [{ runs: 1.5 }, 'runs must be a whole number, not 1.5'],
  [{ title: '' }, 'title must not be empty'],
  [{ title: ['x'] }, 'title must be text, not a list'],
  [{ actions: [] }, 'actions must not be empty'],
  [{ schemaVersion: 2 }, 'schemaVersion must be 1, not 2'],
  [{ kind: 'bugs' }, 'kind must be one of bug, feature, refactor, qa, not "bugs"; did you mean bug?'],
  [{ source: { kind: 'ap' } }, 'source.kind must be one of app, npm, git, not "ap"; did you mean app?'],
  [{ source: { app: 'x' } }, 'source.kind is missing'],
  [{ source: 'x' }, 'source must be a table, not "x"'],
  [{ app: { viewport: { width: 1, height: 800 } } }, 'app.viewport.width must be at least 200'],
  [{ agentFaults: [{ path: '/x' }] }, 'agentFaults.0 needs a status, a delayMs or both'],
  [{ agentFaults: [{ path: '/x', status: 700 }] }, 'agentFaults.0.status must be at most 599'],
])('%j', (change, sentence) => {
  expect(problems(change)).toEqual([sentence]);
});

test('a value that fits no part of a union: each part says why', () => {
  expect(problems({ agentFaults: [{ path: '/x', status: 500, method: 'ANYTHING' }] })).toEqual([
    'agentFaults.0.method must be one of GET, POST, PUT, PATCH, DELETE, not "ANYTHING"; or must be a list, not "ANYTHING"',
  ]);
});

test('an unknown key is answered with the nearest known one, also deep inside', () => {
  expect(problems({ lisence: 'x' })).toEqual(['lisence is not a known key; did you mean `licence`?']);
  expect(problems({ app: { viewprt: {} } })).toEqual(['app.viewprt is not a known key; did you mean `viewport`?']);
  expect(problems({ source: { kind: 'app', app: 'x', ap: 'x' } })).toEqual([
    'source.ap is not a known key; did you mean `app`?',
  ]);
  expect(problems({ judgeFaults: [{ path: '/x', status: 500, tims: 1 }] })).toEqual([
    'judgeFaults.0.tims is not a known key; did you mean `times`?',
  ]);
});

test('nearest: a slip of the hand, not a guess', () => {
  expect(nearest('Tasks', ['tasks', 'show'])).toBe('tasks');
  expect(nearest('double-sumbit', ['double-submit', 'lost-scroll'])).toBe('double-submit');
  expect(nearest('zebra', ['tasks', 'show'])).toBeUndefined();
  expect(nearest('x', [])).toBeUndefined();
});
