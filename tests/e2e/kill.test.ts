import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { packageRoot } from '../../src/host/index.ts';
import { bugsweep, processesWith, temporaryFolder, writeFiles } from './bugsweep.ts';
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

/**
 * What runs in a folder. An inner bubblewrap whose outer one was killed before it let it begin is nothing yet: it waits
 * by itself, has started nobody, and ends at the next start of bugsweep.
 */
function alive(tmp: string): string[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(parentOf);
  return processesWith(tmp).filter((line) => {
    const [pid = '', program] = line.split(' ');
    return program !== 'bwrap' || parents.includes(pid);
  });
}

function parentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] ?? '';
  } catch {
    return '';
  }
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

  // What a start takes here and now: the kills are spread over so many of them, on a loaded machine too.
  const startedAt = performance.now();
  const first = begin();
  await expect.poll(() => existsSync(join(runDir, 'run.json')), { timeout: 120_000 }).toBe(true);
  const startMs = performance.now() - startedAt;
  first.kill('SIGKILL');
  await once(first, 'exit');

  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = finished(runDir);
    const child = begin();
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    await Promise.race([pause(startMs * (0.1 + random() * 2.5)), ended]);
    child.kill('SIGKILL');
    await ended;
    await expect.poll(() => alive(tmp), { timeout: 20_000, message: `left after kill ${kill}` }).toEqual([]);
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

/** Starts `bugsweep run` on a suite and gathers what it prints. */
function startRun(cwd: string, suite: string, more: readonly string[]) {
  const tmp = scratchFolder();
  const program = join(packageRoot, 'bin/bugsweep.mjs');
  const env = { ...process.env, BUGSWEEP_TMP: tmp, NO_COLOR: '1' };
  const words = ['run', '--suite', suite, '--name', 'r', ...more];
  const child = spawn(process.execPath, [program, ...words], { cwd, env });
  const run = { child, tmp, printed: '', ended: once(child, 'close').then(([code]) => code as number | null) };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (run.printed += String(chunk)));
  return run;
}

const isRunning = (what: string, ending: RegExp) =>
  expect.poll(() => processesWith(what).some((line) => ending.test(line)), { timeout: 60_000 }).toBe(true);

it('Ctrl-C stops and says how to go on', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinySuite(cwd, [{ id: 'one' }]);
  const run = startRun(cwd, suite, ['--agent', 'command:/bin/sh -c "sleep 100"']);
  // The agent's own process, not the command line that names it.
  await isRunning('sleep 100', / sleep 100 *$/);
  run.child.kill('SIGINT');
  expect(await run.ended).toBe(130);
  expect(run.printed).toContain('stopping');
  expect(run.printed).toContain('--resume r');
  await expect.poll(() => processesWith(run.tmp), { timeout: 20_000 }).toEqual([]);
});

it('Ctrl-C does not wait for an app that is starting', async () => {
  const cwd = temporaryFolder();
  const server = 'import { spawn } from "node:child_process"; spawn("sleep", ["102"]);';
  const suite = writeTinyApps(cwd, [{ id: 'one', server, readyTimeoutMs: 600_000 }]);
  const run = startRun(cwd, suite, ['--agent', 'nop']);
  await isRunning('sleep 102', / sleep 102 *$/);
  run.child.kill('SIGINT');
  expect(await run.ended).toBe(130);
  expect(run.printed).toContain('stopping');
  await expect.poll(() => processesWith(run.tmp), { timeout: 20_000 }).toEqual([]);
}, 180_000);

it('a second Ctrl-C leaves at once, and takes all processes along', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinySuite(cwd, [{ id: 'one' }]);
  const run = startRun(cwd, suite, ['--agent', 'command:/bin/sh -c "sleep 101"']);
  await isRunning('sleep 101', / sleep 101 *$/);
  run.child.kill('SIGINT');
  // Two signals at once may arrive as one.
  await expect.poll(() => run.printed, { timeout: 20_000 }).toContain('stopping');
  run.child.kill('SIGINT');
  expect(await run.ended).toBe(130);
  await expect.poll(() => processesWith(run.tmp), { timeout: 20_000 }).toEqual([]);
});

/** Starts what outlives it: in its group, in a group of its own, in a session of its own. */
const LEAVING = `#!/bin/sh
sleep 43217 &
set -m
sleep 43217 &
setsid sleep 43217 &
wait
`;

it('without a sandbox, what a killed run left running ends at the next start, and nothing else does', async () => {
  const cwd = temporaryFolder();
  const tmp = scratchFolder();
  const suite = writeTinySuite(cwd, [{ id: 'one' }]);
  writeFiles(cwd, { 'agent.sh': LEAVING });
  chmodSync(join(cwd, 'agent.sh'), 0o755);
  const program = join(packageRoot, 'bin/bugsweep.mjs');
  const env = { ...process.env, BUGSWEEP_TMP: tmp, NO_COLOR: '1' };
  const words = ['run', '--suite', suite, '--agent', 'command:./agent.sh', '--unsafe-no-sandbox', '--name', 'r'];
  const child = spawn(process.execPath, [program, ...words], { cwd, env, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const bystander = spawn('sleep', ['43218'], { stdio: 'ignore' });
  onTestFinished(() => {
    bystander.kill();
    for (const line of processesWith('sleep 43217')) process.kill(Number.parseInt(line, 10), 'SIGKILL');
  });
  await expect.poll(() => processesWith('sleep 43217').length, { timeout: 60_000 }).toBe(3);
  child.kill('SIGKILL');
  await ended;
  expect(processesWith('sleep 43217'), 'nothing ends them but a sweep').toHaveLength(3);
  const clean = await bugsweep(['clean', '--json'], { cwd, env: { BUGSWEEP_TMP: tmp } });
  expect(clean.exitCode, clean.stderr).toBe(0);
  await expect.poll(() => processesWith('sleep 43217'), { timeout: 20_000 }).toEqual([]);
  expect(processesWith(join(cwd, 'agent.sh'))).toEqual([]);
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  expect(readdirSync(join(tmp, readdirSync(tmp)[0] ?? ''))).toEqual([]);
});
