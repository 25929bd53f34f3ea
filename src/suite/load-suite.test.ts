import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { UserError } from '../errors.ts';
import { temporaryFolder } from '../host/temporary-folder.fixture.ts';
import { loadSuites } from './load-suite.ts';
import { suiteToml, taskFiles, taskToml, writeFiles } from './suite-folder.fixture.ts';
import { testsThatJudge } from './task.ts';

let cwd = '';
beforeEach(() => {
  cwd = temporaryFolder();
  writeFiles(cwd, { 'one/suite.toml': suiteToml('one'), ...taskFiles('one', 'lost-note'), ...taskFiles('one', 'b') });
});

function problems(name: string): string[] {
  try {
    loadSuites(name, cwd);
  } catch (error) {
    if (error instanceof UserError) return error.message.split('\n').map((line) => line.trim());
    throw error;
  }
  return [];
}

test('a suite, by its folder, its file or one of its tasks', () => {
  const { title, suites, tasks } = loadSuites('one', cwd);
  expect({ title, ids: tasks.map(({ name }) => name) }).toEqual({
    title: 'The suite one',
    ids: ['one/b', 'one/lost-note'],
  });
  expect(suites).toHaveLength(1);
  expect(suites[0]).toMatchObject({ name: 'one', version: 3, dir: join(cwd, 'one'), tasks });
  expect(loadSuites('one/suite.toml', cwd).tasks).toHaveLength(2);
  expect(loadSuites('./one/lost-note', cwd)).toMatchObject({
    title: 'Title of lost-note',
    tasks: [{ id: 'lost-note' }],
  });
  expect(loadSuites(join(cwd, 'one/b/task.toml'), '/').tasks.map(({ id }) => id)).toEqual(['b']);
});

test('a task with everything in its place', () => {
  writeFiles(cwd, { 'one/b/environment/seed.patch': 'x', 'one/b/detailed.md': 'In detail.\n' });
  const [task] = loadSuites('one/b', cwd).tasks;
  expect(task).toMatchObject({
    instructions: ['Ticket of b.\n'],
    detailed: 'In detail.\n',
    seedPatch: join(cwd, 'one/b/environment/seed.patch'),
    appDir: join(cwd, 'one/b/environment/site'),
  });
});

test('rounds: each needs its instruction, and none is too many', () => {
  writeFiles(cwd, {
    'one/b/task.toml': taskToml('b', 'kind = "feature"\nactions = ["read"]\nrounds = 3'),
    'one/b/instruction-2.md': ' \n',
    'one/b/instruction-4.md': 'x',
  });
  expect(problems('one')).toEqual([
    'one has 3 problems:',
    'one/b/instruction-3.md: is missing, but task.toml says rounds = 3',
    'one/b/instruction-4.md: is more than the 3 round(s) of task.toml',
    'one/b/instruction-2.md: is empty',
  ]);
});

test('what is missing around a task.toml', () => {
  for (const path of ['instruction.md', 'tests', 'environment']) rmSync(join(cwd, 'one/b', path), { recursive: true });
  writeFiles(cwd, { 'one/lost-note/task.toml': taskToml('lost-nose', 'kind = "qa"\nactions = ["read"]\narea = "x"') });
  expect(problems('one')).toEqual([
    'one has 5 problems:',
    'one/b/instruction.md: is missing, and there is no detailed.md and no area either: the agent would be told nothing',
    'one/b/tests/judge.spec.ts: is missing: a task needs a judge',
    `one/b/task.toml: source.app names no folder that exists: ${join(cwd, 'one/b/environment/site')}`,
    "one/lost-note/task.toml: id must be the folder's name, lost-note",
    'one/lost-note/task.toml: area is for bug tasks only: a feature, refactor or QA task has nothing to discover',
  ]);
});

test('behavior tests may be all that judges a task, where it says so; a commit is a source', () => {
  const source = `kind = "git"\nrepo = "https://example.org/x"\ncommit = "${'a'.repeat(40)}"`;
  const toml = taskToml('b').replace(/kind = "app"\napp = .*/, source);
  writeFiles(cwd, { 'one/b/task.toml': toml, 'one/b/open.md': 'Find it.\n' });
  rmSync(join(cwd, 'one/b/tests'), { recursive: true });
  expect(problems('one/b')).toEqual([
    'one/b has 2 problems:',
    'one/b/tests/judge.spec.ts: is missing: a task needs a judge',
    'one/b/environment/app.toml: is missing',
  ]);
  const test = (category: string) => ({ id: category, category, purpose: 'x', steps: ['Open /.'] });
  const tests = [test('target'), test('preservation')];
  writeFiles(cwd, {
    'one/b/environment/app.toml': 'schemaVersion = 1\nname = "b"\n',
    'one/b/tests/behavior.yaml': JSON.stringify({ tests }),
  });
  expect(problems('one/b')[1]).toBe(
    'one/b/tests/judge.spec.ts: is missing: a task needs a judge; judge = "agentic" in task.toml lets tests/behavior.yaml judge it',
  );
  writeFiles(cwd, { 'one/b/task.toml': toml.replace('[source]', 'judge = "agentic"\n\n[source]') });
  const [task] = loadSuites('one/b', cwd).tasks;
  expect(task?.open).toBe('Find it.\n');
  expect(task && testsThatJudge(task)?.tests).toMatchObject(tests);
});

test('a host of a package has a lockfile and a manifest', () => {
  const source = 'kind = "npm"\npackage = "left"\nversion = "1.0.0"\nhost = "environment/host"';
  writeFiles(cwd, {
    'one/b/task.toml': taskToml('b').replace(/kind = "app"\napp = .*/, source),
    'one/b/environment/host/package.json': '{}',
  });
  expect(problems('one/b')).toEqual([
    'one/b has 2 problems:',
    'one/b/environment/host/package-lock.json: is missing',
    'one/b/environment/host/app.toml: is missing',
  ]);
});

test('a suite without suite.toml, and one without tasks', () => {
  rmSync(join(cwd, 'one/suite.toml'));
  expect(problems('one/b')).toEqual(['one/b has one problem:', 'one/suite.toml: is missing']);
  writeFiles(cwd, { 'two/suite.toml': suiteToml('two') });
  expect(problems('two')).toEqual(['two has one problem:', 'two: has no task folder']);
});

test('lists name tasks of suites beside them, in their order and once', () => {
  writeFiles(cwd, {
    'two/suite.toml': suiteToml('two'),
    ...taskFiles('two', 'c'),
    'smoke.toml': 'schemaVersion = 1\nname = "smoke"\ntitle = "Smoke"\ntasks = ["two/c", "one/lost-note", "one/*"]\n',
  });
  const { title, suites, tasks } = loadSuites('smoke.toml', cwd);
  expect(title).toBe('Smoke');
  expect(suites.map(({ name }) => name)).toEqual(['two', 'one']);
  expect(tasks.map(({ name }) => name)).toEqual(['two/c', 'one/lost-note', 'one/b']);
});

test('a list can say how often each of its tasks is tried', () => {
  writeFiles(cwd, {
    'quick.toml': 'schemaVersion = 1\nname = "quick"\ntitle = "Quick"\nruns = 2\ntasks = ["one/*"]\n',
  });
  expect(loadSuites('quick.toml', cwd).tasks.map(({ id, config }) => [id, config.runs])).toEqual([
    ['b', 2],
    ['lost-note', 2],
  ]);
  expect(loadSuites('one', cwd).tasks.map(({ config }) => config.runs)).toEqual([1, 1]);
});

test('a list that names what is not there', () => {
  const list = ['one/lost-nose', 'nowhere/x', 'one'].map((entry) => JSON.stringify(entry)).join(', ');
  writeFiles(cwd, { 'smoke.toml': `schemaVersion = 1\nname = "smoke"\ntitle = "Smoke"\ntasks = [${list}]\n` });
  expect(problems('smoke.toml')).toEqual([
    'smoke.toml has one problem:',
    'smoke.toml:4: tasks.2 must be suite/task or suite/*',
  ]);
  writeFiles(cwd, {
    'smoke.toml': 'schemaVersion = 1\nname = "smoke"\ntitle = "S"\ntasks = ["one/lost-nose", "nowhere/x"]\n',
  });
  expect(problems('smoke.toml')).toEqual([
    'smoke.toml has 2 problems:',
    'smoke.toml: tasks.0 names no task of one: lost-nose; did you mean lost-note?',
    'smoke.toml: tasks.1 names no suite: nowhere',
  ]);
});

test('a name that is nowhere', () => {
  mkdirSync(join(cwd, 'empty'));
  expect(() => loadSuites('empty', cwd)).toThrow('there is no suite, list or folder "empty"');
});
