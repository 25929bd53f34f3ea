import { mkdirSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { cacheRoot, packageRoot, scratchRoot } from '../host/index.ts';
import { temporaryFolder } from '../host/temporary-folder.fixture.ts';
import { builtInSuites, loadSuites } from '../suite/index.ts';
import { refuseAgentFiles } from './agent-files.ts';

const command = { name: 'command', model: null, argument: './a.sh', files: null, slug: 'command-1' };

function field() {
  const dir = temporaryFolder();
  for (const name of ['project/agent', 'project/suite/task', 'project/runs', 'elsewhere']) {
    mkdirSync(join(dir, name), { recursive: true });
  }
  const suites = [{ dir: join(dir, 'project/suite') }];
  const refuse = (files: string, agents = [command]) =>
    refuseAgentFiles(files, agents, { suites, tasks: [], runsDir: join(dir, 'project/runs/later') });
  return { dir, refuse };
}

test('a folder apart from all that is secret is taken', () => {
  const { dir, refuse } = field();
  for (const name of ['project/agent', 'elsewhere']) expect(() => refuse(join(dir, name)), name).not.toThrow();
});

test.each([
  ['the folder of suite and runs', 'project', 'holds the suite'],
  ['a suite', 'project/suite', 'holds the suite'],
  ['a folder in a suite', 'project/suite/task', 'lies in the suite'],
  ['the folder of the runs', 'project/runs', 'holds the runs'],
  ['a folder in the runs, which are not there yet', 'project/runs/later/x', 'lies in the runs'],
])('%s is refused', (_, name, why) => {
  const { dir, refuse } = field();
  expect(() => refuse(join(dir, name))).toThrow(why);
  mkdirSync(join(dir, name), { recursive: true });
  symlinkSync(join(dir, name), join(dir, 'link'));
  expect(() => refuse(join(dir, 'link')), 'through a link').toThrow(why);
});

test.each([
  ['bugsweep', packageRoot],
  ['a part of bugsweep', join(packageRoot, 'src')],
  ["bugsweep's suites", builtInSuites()],
  ['what holds bugsweep', dirname(packageRoot)],
  ['the home', homedir()],
  ['the root', '/'],
  ['the cache', cacheRoot()],
  ['the scratch folders', join(scratchRoot(), 'some-pod')],
])('%s is refused', (_, path) => {
  expect(() => field().refuse(path)).toThrow(expect.objectContaining({ code: 'bad-agent-files' }));
});

test("a task's application is refused, wherever it lies", () => {
  const { tasks } = loadSuites('team-tasks', '/');
  const secrets = { suites: [], tasks, runsDir: '/nowhere' };
  const appDir = tasks[0]?.appDir ?? '';
  expect(() => refuseAgentFiles(appDir, [command], secrets)).toThrow('must not see');
});

test('files for agents that take none are refused', () => {
  const { dir, refuse } = field();
  expect(() => refuse(join(dir, 'elsewhere'), [{ ...command, name: 'nop' }])).toThrow('no agent of this run');
});
