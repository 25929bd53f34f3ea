import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Pod } from '../environment/index.ts';
import { packageRoot, type RunningProcess, runProcess, startProcess } from '../host/index.ts';
import { temporaryFolder } from '../host/temporary-folder.fixture.ts';
import { serveTaskShell } from './task-shell.ts';

/** The part of a pod that a shell needs, with processes of this machine. */
async function shell() {
  const dir = temporaryFolder();
  const started: RunningProcess[] = [];
  const asked: (string | undefined)[] = [];
  const startInProduct: Pod['startInProduct'] = async (argv, { cwd, onStdout } = {}) => {
    asked.push(cwd);
    const running = await startProcess(argv, { cwd: dir, ...(onStdout === undefined ? {} : { onStdout }) });
    started.push(running);
    return running;
  };
  const served = await serveTaskShell(dir, { pod: { startInProduct } as Pod, workspace: '/srv/it', owner: undefined });
  onTestFinished(() => served.close());
  const socket = join(dir, 'shell.sock');
  const run = (argv: string[], cwd = dir) =>
    runProcess([process.execPath, join(packageRoot, 'runtime/bin/task-shell'), ...argv], {
      ...{ cwd, env: { TASK_SHELL: socket, PATH: process.env.PATH ?? '' }, timeoutMs: 20_000 },
    });
  return { dir, socket, run, started, asked };
}

test('a command’s output, errors among it, and its exit code', async () => {
  const { run } = await shell();
  const { stdout, exitCode } = await run(['sh', '-c', 'echo "$1"; echo wrong >&2; exit 5', 'sh', 'a "b" $c']);
  expect({ stdout: `${stdout}`, exitCode }).toEqual({ stdout: 'a "b" $c\nwrong\n', exitCode: 5 });
  const large = await run(['sh', '-c', 'head -c 900000 /dev/zero | tr "\\0" x']);
  expect(large.stdout).toHaveLength(900_000);
  expect((await run([])).exitCode).toBe(2);
});

test('its folder is the product’s for what lies in the workspace', async () => {
  const { socket, asked } = await shell();
  const ask = (cwd: string) =>
    new Promise((resolve) => {
      const connection = connect(socket, () => connection.write(`${JSON.stringify({ argv: ['true'], cwd })}\n`));
      connection.resume().on('close', resolve);
    });
  for (const cwd of ['/workspace', '/workspace/a/b', '/tmp', '/workspaces']) await ask(cwd);
  expect(asked).toEqual(['/srv/it', '/srv/it/a/b', '/srv/it', '/srv/it']);
});

test('who asks for what cannot be, or says nothing of use, is told', async () => {
  const { socket } = await shell();
  const ask = (text: string) =>
    new Promise<string>((resolve) => {
      let answer = '';
      const connection = connect(socket, () => connection.write(text));
      connection.on('data', (chunk) => {
        answer += chunk;
      });
      connection.on('close', () => resolve(answer)).on('error', () => undefined);
    });
  for (const text of ['{}\n', 'x\n', '{"argv":[],"cwd":"/"}\n', '{"argv":["a"],"cwd":"/","user":"0"}\n']) {
    expect(await ask(text)).toContain('{"exit":126}');
  }
  expect(await ask('x'.repeat(300 << 10))).toContain('{"exit":126}');
});

test('who leaves ends the command; who does not read what it prints has it ended', async () => {
  const { socket, started } = await shell();
  const ask = (argv: string[]) => {
    const connection = connect(socket, () => connection.write(`${JSON.stringify({ argv, cwd: '/' })}\n`));
    return connection.on('error', () => undefined);
  };
  const left = ask(['sleep', '600']);
  await expect.poll(() => started.length).toBe(1);
  left.destroy();
  expect((await started[0]?.exited)?.exitSignal).toBe('SIGKILL');
  ask(['sh', '-c', 'while :; do head -c 1000000 /dev/zero; done']).pause();
  await expect.poll(() => started.length).toBe(2);
  expect((await started[1]?.exited)?.exitSignal).toBe('SIGKILL');
});
