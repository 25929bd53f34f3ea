import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { packageRoot } from '../../src/host/index.ts';
import { bugsweep, temporaryFolder, writeFiles } from './bugsweep.ts';

let cwd = '';
beforeEach(() => {
  cwd = temporaryFolder();
});
const run = (...words: string[]) => bugsweep(words, { cwd });

test('says of everything whether it is there; exit code 0 only if a run is possible', async () => {
  const { exitCode, stdout } = await run('doctor', '--json');
  const { ok, checks } = JSON.parse(stdout);
  expect(exitCode).toBe(ok ? 0 : 1);
  expect(checks.map(({ name }: { name: string }) => name)).toEqual([
    ...['Node', 'git', 'npm', 'Chromium', 'bubblewrap', 'user', 'scratch folder', 'cache folder', 'Docker', 'Redis'],
  ]);
  expect((await run('doctor')).stdout).toContain(ok ? 'a run is possible' : 'not possible yet');
});

test('a user whom the system does not know, as containers are started with, is no bug', async () => {
  const program = join(packageRoot, 'bin/bugsweep.mjs');
  const argv = ['-U', '--map-user=54321', process.execPath, program, 'doctor', '--json'];
  const env = { ...process.env, HOME: cwd, BUGSWEEP_CACHE: join(cwd, 'cache'), BUGSWEEP_TMP: cwd };
  const stdout = await new Promise<string>((resolve) => {
    execFile('/usr/bin/unshare', argv, { cwd, env }, (_error, out) => resolve(out));
  });
  const { checks } = JSON.parse(stdout);
  expect(checks.find(({ name }: { name: string }) => name === 'user')).toMatchObject({
    detail: 'a user without a name (uid 54321)',
  });
});

test('what is missing is named with what to type, and makes exit code 1', async () => {
  writeFiles(cwd, { 'a-file': '' });
  const env = { BUGSWEEP_CACHE: join(cwd, 'a-file/cache') };
  const { exitCode, stdout } = await bugsweep(['doctor', '--json'], { cwd, env });
  expect(exitCode).toBe(1);
  const { ok, checks } = JSON.parse(stdout);
  expect(ok).toBe(false);
  expect(checks.find(({ name }: { name: string }) => name === 'cache folder')).toMatchObject({
    status: 'missing',
    fix: expect.stringContaining('BUGSWEEP_CACHE'),
  });
});
