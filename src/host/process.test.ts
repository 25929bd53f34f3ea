import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProcess, startProcess, tail } from './process.ts';
import { processStartTime } from './process-identity.ts';
import { temporaryFolder, until } from './temporary-folder.fixture.ts';

const sh = (script: string) => ['sh', '-c', script];

test('exit code, both streams, input and environment; nothing is inherited', async () => {
  process.env.BUGSWEEP_TEST_SECRET = 'secret';
  const result = await runProcess(sh('cat; echo "[$A][$BUGSWEEP_TEST_SECRET]"; echo oops >&2; exit 3'), {
    timeoutMs: 10_000,
    input: 'in ',
    env: { A: '1', PATH: '/usr/bin:/bin' },
  });
  delete process.env.BUGSWEEP_TEST_SECRET;
  expect(result).toMatchObject({ exitCode: 3, exitSignal: null, timedOut: false, aborted: false, truncated: false });
  expect(`${result.stdout}`).toBe('in [1][]\n');
  expect(`${result.stderr}`).toBe('oops\n');
});

test('the deadline kills the whole group', async () => {
  const result = await runProcess(sh('sleep 61 & echo $!; sleep 62; echo never'), { timeoutMs: 300 });
  expect(result).toMatchObject({ timedOut: true, exitCode: null, exitSignal: 'SIGKILL' });
  const grandchild = Number(result.stdout.toString());
  expect(grandchild).toBeGreaterThan(1);
  await until(() => processStartTime(grandchild) === undefined);
});

test('what a process leaves running in its group ends with it, where it owns the group', async () => {
  const { stdout } = await runProcess(sh('sleep 63 >/dev/null 2>&1 & echo $!'), { timeoutMs: 60_000, ownsGroup: true });
  await until(() => processStartTime(Number(stdout.toString())) === undefined);
  const left = await runProcess(sh('sleep 64 >/dev/null 2>&1 & echo $!'), { timeoutMs: 60_000 });
  const pid = Number(left.stdout.toString());
  expect(processStartTime(pid)).toBeDefined();
  process.kill(pid);
});

test('an abort signal kills it too, also one that was given before the start', async () => {
  const stop = new AbortController();
  const running = runProcess(['sleep', '60'], { timeoutMs: 60_000, signal: stop.signal });
  setTimeout(() => stop.abort(), 50);
  expect(await running).toMatchObject({ aborted: true, timedOut: false, exitSignal: 'SIGKILL' });
  expect(await runProcess(['sleep', '60'], { timeoutMs: 60_000, signal: stop.signal })).toMatchObject({
    aborted: true,
  });
});

test('output beyond the cap is counted out, but the log has it all', async () => {
  const logPath = join(temporaryFolder(), 'log');
  const result = await runProcess(sh('head -c 3000000 /dev/zero | tr "\\0" x; echo end >&2'), {
    timeoutMs: 20_000,
    maxOutputBytes: 1000,
    logPath,
  });
  expect(result).toMatchObject({ exitCode: 0, truncated: true });
  expect(result.stdout).toHaveLength(1000);
  expect(result.stderr.toString()).toBe('end\n');
  await until(() => readFileSync(logPath).length === 3_000_004);
});

test('a process that left the group and holds the output open is not waited for, and makes no timeout', async () => {
  const result = await runProcess(sh('setsid sleep 30 & echo $!; exit 0'), { timeoutMs: 1000 });
  expect(result).toMatchObject({ exitCode: 0, timedOut: false });
  process.kill(Number(result.stdout.toString()), 'SIGKILL');
});

test('a busy event loop loses nothing of what a process printed before it ended', async () => {
  const size = 4_000_000;
  let chunks = 0;
  const result = await runProcess(sh(`head -c ${size} /dev/zero`), {
    timeoutMs: 60_000,
    maxOutputBytes: size,
    onStdout: () => {
      chunks += 1;
      // Each chunk keeps the loop so long that all of them take more than any fixed grace after the exit.
      const end = Date.now() + 60;
      while (Date.now() < end);
    },
  });
  expect(chunks * 60).toBeGreaterThan(2500);
  expect(result.stdout).toHaveLength(size);
});

test('what cannot be started is named', async () => {
  await expect(startProcess(['no-such-program'])).rejects.toMatchObject({
    code: 'spawn-failed',
    message: 'cannot start no-such-program',
  });
  await expect(startProcess([])).rejects.toMatchObject({ code: 'spawn-failed' });
});

test('the tail of an output', () => {
  expect(tail('1\n2\n3\n\n', 2)).toBe('2\n3');
  expect(tail(Buffer.from('one'))).toBe('one');
});
