import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/host/index.ts';
import { expectTrials, temporaryFolder, writeFiles } from './bugsweep.ts';
import { writeTinyApps } from './tiny-app.ts';

const run = promisify(execFile);

/** Packing makes `dist` anew, which whoever works from it at the same time would miss. */
function copyOfCheckout(): string {
  const dir = join(temporaryFolder(), 'checkout');
  const isLeft = (path: string) => ['node_modules', '.git', 'dist', 'runs'].some((name) => path.endsWith(`/${name}`));
  cpSync(packageRoot, dir, { recursive: true, filter: (path) => !isLeft(path) });
  symlinkSync(join(packageRoot, 'node_modules'), join(dir, 'node_modules'));
  return dir;
}

it('everything that the package lists is there', () => {
  const { files } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const listed = files.filter((name: string) => !name.startsWith('!'));
  expect(listed.filter((name: string) => !existsSync(join(packageRoot, name)))).toEqual([]);
});

it('a suite anywhere works with the packed program: bugsweep/judge resolves, and there is one Playwright only', async () => {
  const cwd = temporaryFolder();
  const home = temporaryFolder();
  await run('npm', ['pack', '--pack-destination', cwd], { cwd: copyOfCheckout(), maxBuffer: 1 << 26 });
  const tarball = readdirSync(cwd).find((name) => name.endsWith('.tgz')) ?? '';
  writeFiles(cwd, { 'user/package.json': '{"name":"user","private":true}' });
  const user = join(cwd, 'user');
  await run('npm', ['install', '--no-audit', '--no-fund', `../${tarball}`], { cwd: user, maxBuffer: 1 << 26 });

  const elsewhere = temporaryFolder();
  const suite = writeTinyApps(elsewhere, [{ id: 'counter' }]);
  expect(existsSync(join(elsewhere, 'node_modules')), 'the suite has no packages of its own').toBe(false);
  const words = ['run', '--suite', suite, '--agent', 'oracle,nop', '--json'];
  const { stdout } = await run(join(user, 'node_modules/.bin/bugsweep'), words, {
    cwd: elsewhere,
    env: { ...process.env, HOME: home },
  });
  const { trials } = JSON.parse(stdout);
  const verdicts = Object.fromEntries(
    trials.map(({ agent, passed }: { agent: string; passed: boolean }) => [agent, passed]),
  );
  expect(verdicts).toEqual({ oracle: true, nop: false });

  const { stdout: listed } = await run('npm', ['ls', '--all', '--parseable', 'playwright-core'], { cwd: user });
  expect(listed.trim().split('\n')).toHaveLength(1);
  const { stdout: tasks } = await run(join(user, 'node_modules/.bin/bugsweep'), ['tasks', '--json'], {
    cwd: elsewhere,
  });
  expect(JSON.parse(tasks).tasks.length).toBeGreaterThanOrEqual(7);

  // An installation that has lost a part of itself is no fault of a task's.
  rmSync(join(user, 'node_modules/bugsweep/dist/judge-reporter.mjs'));
  const broken = await run(join(user, 'node_modules/.bin/bugsweep'), [...words, '--name', 'broken'], {
    cwd: elsewhere,
    env: { ...process.env, HOME: home },
  }).catch((error) => error);
  expect(broken.code, broken.stderr).toBe(3);
  for (const trial of JSON.parse(broken.stdout).trials) {
    expectTrials(trial).toMatchObject({ outcome: 'infra-error', passed: false });
    expect(trial.reason).toContain('the judge did not start');
  }
});
