import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { packageRoot } from '../../src/host/index.ts';
import { bugsweep, temporaryFolder, writeFiles } from './bugsweep.ts';
import { writeTinySuite } from './tiny-suite.ts';

const DAY_S = 86_400;

/** A folder below `runs/` with one file of `bytes`, last changed so many days ago. */
function writeOld(cwd: string, name: string, days: number, bytes = 10): void {
  const file = /^(validate\/|verify\/|judge-)/.test(name) ? 'shot.png' : 'run.json';
  const path = join('runs', name, file);
  writeFiles(cwd, { [path]: 'x'.repeat(bytes) });
  const when = Date.now() / 1000 - days * DAY_S;
  utimesSync(join(cwd, path), when, when);
}

const EVIDENCE = [
  'validate/2026-01-01T00-00-00-000Z',
  'verify/2026-01-01T00-00-00-000Z',
  'judge-2026-01-01T00-00-00-000Z',
];

function clean(cwd: string, words: string[]) {
  const env = { BUGSWEEP_CACHE: join(cwd, 'cache'), BUGSWEEP_TMP: cwd };
  return bugsweep(['clean', ...words], { cwd, env });
}

it('removes what is older, evidence of judging included, and nothing that is not ours', async () => {
  const cwd = temporaryFolder();
  for (const name of ['old', ...EVIDENCE]) writeOld(cwd, name, 20);
  writeOld(cwd, 'new', 1);
  writeFiles(cwd, { 'runs/mine/notes.txt': 'keep', 'runs/validate/mine.txt': 'keep', 'runs/judge-me/x': 'keep' });
  mkdirSync(join(cwd, 'runs/.removing-old-0123abcd'));

  const plan = await clean(cwd, ['--older-than', '14', '--dry-run', '--json']);
  const paths = (text: string) => JSON.parse(text).removed.map(({ path }: { path: string }) => path);
  const expected = ['runs/.removing-old-0123abcd', ...EVIDENCE.map((name) => `runs/${name}`), 'runs/old'];
  expect(paths(plan.stdout).sort(), plan.stderr).toEqual(expected.sort());
  expect(existsSync(join(cwd, 'runs/old'))).toBe(true);

  const removed = await clean(cwd, ['--older-than', '14d', '--json']);
  expect(paths(removed.stdout).sort(), removed.stderr).toEqual(expected.sort());
  expect(readdirSync(join(cwd, 'runs')).sort()).toEqual(['judge-me', 'mine', 'new', 'validate', 'verify']);
  expect(readdirSync(join(cwd, 'runs/validate'))).toEqual(['mine.txt']);
  expect((await clean(cwd, ['--older-than', '14'])).stdout).toContain('nothing to remove');
});

it('--keep removes the oldest until the rest fits', async () => {
  const cwd = temporaryFolder();
  for (const [name, days] of [
    ['first', 3],
    ['second', 2],
    ['third', 1],
  ] as const) {
    writeOld(cwd, name, days, 3 << 20);
  }
  await clean(cwd, ['--keep', '7M']);
  expect(readdirSync(join(cwd, 'runs')).sort()).toEqual(['second', 'third']);
});

it('what is no number of days, or no size, is refused', async () => {
  const cwd = temporaryFolder();
  writeOld(cwd, 'old', 20);
  for (const [flag, value] of [
    ...['d', '', ' ', '-1', '1e3', '0x10', 'Infinity', '14 days'].map((each) => ['--older-than', each]),
    ...['', 'G', '-5G', '5X'].map((each) => ['--keep', each]),
  ] as [string, string][]) {
    const ended = await clean(cwd, [`${flag}=${value}`]);
    expect(ended, `${flag} ${value}`).toMatchObject({ exitCode: 2, stdout: '' });
  }
  expect(existsSync(join(cwd, 'runs/old'))).toBe(true);
});

it('leaves a run that is going on, its evidence and its cache alone', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinySuite(cwd, [{ id: 'one', judge: 'setInterval(() => {}, 1000);' }]);
  const env = { ...process.env, BUGSWEEP_CACHE: join(cwd, 'cache') };
  const start = (...words: string[]): ChildProcess => {
    const program = join(packageRoot, 'bin/bugsweep.mjs');
    const child = spawn(process.execPath, [program, ...words], { cwd, env, stdio: 'ignore' });
    onTestFinished(async () => {
      const gone = new Promise((resolve) => child.once('close', resolve));
      if (child.exitCode === null && child.kill('SIGINT')) await gone;
    });
    return child;
  };
  const run = start('run', '--suite', suite, '--agent', 'oracle', '--name', 'busy');
  const judge = start('judge', join(suite, 'one/solution/reference.patch'), '--task', join(suite, 'one'));
  const events = join(cwd, 'runs/busy/events.jsonl');
  const evidence = () => readdirSync(join(cwd, 'runs')).find((name) => name.startsWith('judge-'));
  const begun = () =>
    existsSync(events) &&
    readFileSync(events, 'utf8').includes('trial-start') &&
    existsSync(join(cwd, 'runs', evidence() ?? '', 'judge'));
  await expect.poll(begun, { timeout: 60_000 }).toBe(true);

  const ended = await bugsweep(['clean', '--older-than', '0', '--json'], {
    cwd,
    env: { BUGSWEEP_CACHE: env.BUGSWEEP_CACHE },
  });
  expect(JSON.parse(ended.stdout).inUse.sort(), ended.stderr).toEqual(['busy', evidence()]);
  expect(existsSync(join(cwd, 'runs/busy/run.json'))).toBe(true);
  const cache = await bugsweep(['clean', '--cache'], { cwd, env: { BUGSWEEP_CACHE: env.BUGSWEEP_CACHE } });
  expect(cache).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('in use by process') });
  expect(existsSync(env.BUGSWEEP_CACHE)).toBe(true);

  for (const child of [run, judge]) {
    const gone = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGINT');
    await gone;
  }
  expect(await clean(cwd, ['--cache', '--older-than', '0'])).toMatchObject({ exitCode: 0 });
  expect(readdirSync(env.BUGSWEEP_CACHE)).toEqual([]);
  expect(existsSync(join(cwd, 'runs/busy'))).toBe(false);
});
