import { spawn } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/host/index.ts';
import { bugsweep, temporaryFolder, writeFiles } from './bugsweep.ts';
import { HONEST_JUDGE, REFERENCE, writeTinySuite } from './tiny-suite.ts';

const PROGRAM = join(packageRoot, 'bin/bugsweep.mjs');

/** Reads a file of the nth trial of the run `r`. */
function read(cwd: string, name: string, n = 0) {
  const { trials } = JSON.parse(readFileSync(join(cwd, 'runs/r/run.json'), 'utf8'));
  return JSON.parse(readFileSync(join(cwd, 'runs/r', trials[n].dir, name), 'utf8'));
}

it('judge <run> judges every stored patch, whatever has become of the agents, and runs none', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinySuite(cwd, [{ id: 'one' }]);
  writeFiles(cwd, { 'agent.sh': '#!/bin/sh\necho 42 > answer.txt\n', 'fix.diff': REFERENCE });
  chmodSync(join(cwd, 'agent.sh'), 0o755);
  const agents = ['--agent', 'command:./agent.sh', '--agent', 'patch:fix.diff'];
  const first = await bugsweep(['run', '--suite', suite, ...agents, '--name', 'r', '--json'], { cwd });
  expect(JSON.parse(first.stdout).summary, first.stderr).toMatchObject({ judged: 2, passed: 2 });
  const before = [0, 1].map((n) => read(cwd, 'prediction.json', n));

  writeFileSync(join(cwd, 'agent.sh'), '#!/bin/sh\necho 40 > answer.txt\n');
  rmSync(join(cwd, 'fix.diff'));
  const same = await bugsweep(['judge', 'r', '--json'], { cwd });
  expect(JSON.parse(same.stdout).summary, same.stderr).toMatchObject({ planned: 2, judged: 2, passed: 2 });
  expect(same.exitCode).toBe(0);

  writeFileSync(join(suite, 'one/tests/judge.mjs'), HONEST_JUDGE.replace("=== '42'", "=== '43'"));
  const changed = await bugsweep(['judge', 'r', '--json'], { cwd });
  expect(JSON.parse(changed.stdout).summary, changed.stderr).toMatchObject({ planned: 2, judged: 2, passed: 0 });
  expect(changed.exitCode).toBe(0);
  expect([0, 1].map((n) => read(cwd, 'prediction.json', n))).toEqual(before);
  expect(read(cwd, 'tries/1/trial.json')).toMatchObject({ passed: true });

  const { finishedAt } = read(cwd, 'trial.json');
  await bugsweep(['judge', 'r'], { cwd });
  expect(read(cwd, 'trial.json').finishedAt, 'an up-to-date verdict is not made again').toBe(finishedAt);
  await bugsweep(['judge', 'r', '--again'], { cwd });
  expect(read(cwd, 'trial.json').finishedAt).not.toBe(finishedAt);
});

it('judge <run> says which trials have no patch to judge, and how to get one', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinySuite(cwd, [{ id: 'one' }, { id: 'two' }]);
  await bugsweep(['run', '--suite', suite, '--agent', 'oracle', '--name', 'r'], { cwd });
  const { trials } = JSON.parse(readFileSync(join(cwd, 'runs/r/run.json'), 'utf8'));
  rmSync(join(cwd, 'runs/r', trials[1].dir), { recursive: true });
  const ended = await bugsweep(['judge', 'r', '--json'], { cwd });
  expect(ended.exitCode).toBe(3);
  expect(JSON.parse(ended.stdout).summary).toMatchObject({ planned: 2, finished: 1, passed: 1 });
  expect(ended.stderr).toContain('one trial has no patch to judge');
  expect(ended.stderr).toContain('bugsweep run --resume r');
});

/** Starts `judge r --again` with a judge that never ends, and stops it by `signal` while it judges. */
async function stopWhileJudging(cwd: string, suite: string, signal: 'SIGINT' | 'SIGKILL'): Promise<string> {
  writeFileSync(join(suite, 'one/tests/judge.mjs'), 'setInterval(() => {}, 1000);');
  const events = () => readFileSync(join(cwd, 'runs/r/events.jsonl'), 'utf8').split('"trial-start"').length;
  const before = events();
  const child = spawn(process.execPath, [PROGRAM, 'judge', 'r', '--again'], { cwd, env: process.env });
  let printed = '';
  child.stderr.on('data', (chunk) => {
    printed += String(chunk);
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await expect.poll(events, { timeout: 60_000 }).toBeGreaterThan(before);
  child.kill(signal);
  await ended;
  writeFileSync(join(suite, 'one/tests/judge.mjs'), HONEST_JUDGE);
  return printed;
}

it('a verdict stays until there is a new one: Ctrl-C and kill -9 while judging again lose nothing', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinySuite(cwd, [{ id: 'one' }]);
  await bugsweep(['run', '--suite', suite, '--agent', 'oracle', '--name', 'r'], { cwd });
  const { finishedAt } = read(cwd, 'trial.json');
  expect(await stopWhileJudging(cwd, suite, 'SIGINT')).toContain('bugsweep judge r --again');
  expect(read(cwd, 'trial.json')).toMatchObject({ passed: true, finishedAt });
  await stopWhileJudging(cwd, suite, 'SIGKILL');
  const report = await bugsweep(['report', 'r', '--json'], { cwd });
  expect(JSON.parse(report.stdout).summary).toMatchObject({ judged: 1, passed: 1, cancelled: 0 });
  const resumed = await bugsweep(['run', '--resume', 'r', '--json'], { cwd });
  expect(JSON.parse(resumed.stdout).summary).toMatchObject({ judged: 1, passed: 1 });
  expect(read(cwd, 'trial.json').finishedAt, 'nothing was repeated').toBe(finishedAt);
});
