import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../host/temporary-folder.fixture.ts';
import { suiteSchema, taskSchema } from '../schema/index.ts';
import { readToml } from './read-toml.ts';
import { suiteToml, taskToml, writeFiles } from './suite-folder.fixture.ts';
import { formatProblem, type SuiteProblem } from './task.ts';

function read(text: string, schema: typeof suiteSchema | typeof taskSchema = taskSchema): string[] {
  const dir = temporaryFolder();
  writeFiles(dir, { 'x.toml': text });
  const problems: SuiteProblem[] = [];
  const value = readToml(join(dir, 'x.toml'), schema, problems);
  expect(value === undefined).toBe(problems.length > 0);
  return problems.map((problem) => formatProblem({ ...problem, file: 'x.toml' }));
}

test('a good file', () => {
  expect(read(suiteToml('one'), suiteSchema)).toEqual([]);
  expect(read(taskToml('a'))).toEqual([]);
});

test('what is not TOML, with its line', () => {
  expect(read('schemaVersion = 1\nname = \n')).toEqual([expect.stringMatching(/^x\.toml:2: is not TOML: \S/)]);
});

test('a missing file', () => {
  const problems: SuiteProblem[] = [];
  expect(readToml(join(temporaryFolder(), 'x.toml'), suiteSchema, problems)).toBeUndefined();
  expect(problems).toMatchObject([{ message: 'is missing' }]);
});

test('the line of a key, in its own table, of arrays of tables and of what is missing in a table', () => {
  const text = `${taskToml('a', 'runs = 0\nkind = "bug"\nactions = ["read"]')}
[limits]
agentTimeoutMs = 0
runs = 1
[[judgeFaults]]
path = "x"
status = 500
[app.viewport]
width = 800
`;
  expect(read(text)).toEqual([
    'x.toml:8: runs must be at least 1',
    'x.toml:22: app.viewport.height is missing',
    'x.toml:20: judgeFaults.0.path must start with "/"',
    'x.toml:17: limits.agentTimeoutMs must be more than 0',
    'x.toml:18: limits.runs is not a known key',
  ]);
});
