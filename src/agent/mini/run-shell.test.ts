import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { runShell } from './run-shell.ts';

const run = (command: string, timeoutMs = 15_000) => runShell(command, { cwd: tmpdir(), timeoutMs });

test('both streams and the exit code', async () => {
  expect(await run('echo out; echo err >&2; exit 7')).toEqual({
    ...{ output: expect.stringMatching(/^(out\nerr|err\nout)\n$/), exitCode: 7, timedOut: false },
  });
  expect(await run('pwd')).toMatchObject({ output: `${tmpdir()}\n`, exitCode: 0 });
  expect(await run('kill -9 $$')).toMatchObject({ exitCode: null, timedOut: false });
  expect(await run('no-such-program-here')).toMatchObject({ exitCode: 127 });
  expect(await run('cat')).toMatchObject({ output: '', exitCode: 0 });
});

test('at its time limit a command is killed with all that it started', async () => {
  const { output, timedOut } = await run('sleep 300 & echo $!; sleep 300', 500);
  expect(timedOut).toBe(true);
  await expect.poll(() => isRunning(Number(output))).toBe(false);
});

test('what is left in the background goes on, and nobody waits for it', async () => {
  const { output, exitCode } = await run('(while :; do echo tick; sleep 0.05; done) & echo $!');
  expect(exitCode).toBe(0);
  const pid = Number(/^\d+$/m.exec(output)?.[0]);
  // It does not die of what it prints when nobody listens any more.
  const later = await run(`sleep 0.5; kill -0 ${pid} && kill ${pid} && echo there`);
  expect(later.output).toBe('there\n');
});

test('huge output keeps both ends, and says how much there was', async () => {
  const { output, exitCode } = await run('echo begin; head -c 50000000 /dev/zero | tr "\\0" x; echo; echo end');
  expect(exitCode).toBe(0);
  expect(output.length).toBeLessThan(31_000);
  expect(output).toMatch(/^begin\nx+\n\[… \d+ of 50000011 bytes left out …\]\nx+\nend\n$/);
});

test('a command line that the system does not take is told', async () => {
  await expect(run(`: ${'x'.repeat(200_000)}`)).rejects.toThrow('E2BIG');
});

/** A process that has ended may wait to be buried. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
