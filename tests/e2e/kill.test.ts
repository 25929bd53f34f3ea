import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/host/index.ts';
import { bugsweep, temporaryFolder } from './bugsweep.ts';
import { writeTinyApps } from './tiny-app.ts';
import { writeTinySuite } from './tiny-suite.ts';

const KILLS = Number(process.env.BUGSWEEP_TEST_KILLS ?? 20);

/** A folder for bugsweep's scratch that is this test's alone; the users of pods must be able to pass through. */
function scratchFolder(): string {
  const dir = temporaryFolder();
  chmodSync(dir, 0o711);
  return dir;
}

/** Numbers in [0, 1) that are the same in every run of the test. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function processesWith(mark: string): string[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const state = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.[0];
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return line.includes(mark) && state !== 'Z' ? [`${name} ${line.slice(0, 200)}`] : [];
    } catch {
      return [];
    }
  });
}

/** The finished parts of a run, by trial: when each was finished, so that a repetition shows. */
function finished(runDir: string): Map<string, string> {
  const parts = new Map<string, string>();
  if (!existsSync(join(runDir, 'run.json'))) return parts;
  for (const { dir } of JSON.parse(readFileSync(join(runDir, 'run.json'), 'utf8')).trials) {
    for (const [name, key] of [
      ['prediction.json', 'startedAt'],
      ['trial.json', 'finishedAt'],
    ] as const) {
      const path = join(runDir, dir, name);
      if (existsSync(path)) parts.set(`${dir}/${name}`, JSON.parse(readFileSync(path, 'utf8'))[key]);
    }
  }
  return parts;
}

it('kill -9 at any point loses nothing, repeats nothing that was finished, and leaves nothing running', async () => {
  const cwd = temporaryFolder();
  const tmp = scratchFolder();
  const scripts = writeTinySuite(cwd, [{ id: 'one' }, { id: 'two' }, { id: 'three' }]);
  const pages = writeTinyApps(cwd, [{ id: 'counter' }]);
  const runDir = join(cwd, 'runs/r');
  const random = sequence(7);
  const program = join(packageRoot, 'bin/bugsweep.mjs');
  const begin = (): ChildProcess => {
    const words = existsSync(join(runDir, 'run.json'))
      ? ['run', '--resume', 'r']
      : ['run', '--suite', scripts, '--suite', pages, '--agent', 'oracle,nop', '--attempts', '2', '--name', 'r'];
    const env = { ...process.env, BUGSWEEP_TMP: tmp, NO_COLOR: '1' };
    return spawn(process.execPath, [program, ...words], { cwd, env, stdio: 'ignore' });
  };

  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = finished(runDir);
    const child = begin();
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    await Promise.race([pause(300 + random() * 6000), ended]);
    child.kill('SIGKILL');
    await ended;
    await expect.poll(() => processesWith(tmp), { timeout: 20_000, message: `left after kill ${kill}` }).toEqual([]);
    const after = finished(runDir);
    for (const [part, when] of before) expect(after.get(part), part).toBe(when);
  }
  const before = finished(runDir);
  const last = await bugsweep(['run', '--resume', 'r', '--json'], { cwd, env: { BUGSWEEP_TMP: tmp } });
  expect(last.exitCode, last.stderr).toBe(0);
  const { trials, summary } = JSON.parse(last.stdout);
  expect(summary).toMatchObject({ planned: 16, finished: 16, judged: 16, passed: 8 });
  for (const { agent, passed } of trials) expect(passed).toBe(agent === 'oracle');
  const after = finished(runDir);
  for (const [part, when] of before) expect(after.get(part), part).toBe(when);
  expect(processesWith(tmp)).toEqual([]);
  expect(readdirSync(join(tmp, readdirSync(tmp)[0] ?? '')), 'scratch of killed processes is swept').toEqual([]);
}, 900_000);

it('Ctrl-C stops, says how to go on, and a second one leaves at once', async () => {
  const cwd = temporaryFolder();
  const tmp = scratchFolder();
  const suite = writeTinySuite(cwd, [{ id: 'one' }]);
  const agent = 'command:/bin/sh -c "sleep 100"';
  const program = join(packageRoot, 'bin/bugsweep.mjs');
  const env = { ...process.env, BUGSWEEP_TMP: tmp, NO_COLOR: '1' };
  const child = spawn(process.execPath, [program, 'run', '--suite', suite, '--agent', agent, '--name', 'r'], {
    cwd,
    env,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  // The agent's own process, not the command line that names it.
  await expect
    .poll(() => processesWith('sleep 100').some((line) => / sleep 100 *$/.test(line)), { timeout: 60_000 })
    .toBe(true);
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(printed).toContain('--resume r');
  await expect.poll(() => processesWith(tmp), { timeout: 20_000 }).toEqual([]);
});
