import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { send } from './http-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'team-tasks-cli-'));
const bundle = join(folder, 'server.mjs');
const api = join(folder, 'api.sock');
const control = join(folder, 'control.sock');
const started: ChildProcess[] = [];

function start(...flags: string[]) {
  const child = spawn(process.execPath, [bundle, ...flags]);
  started.push(child);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const ready = async () => expect.poll(() => stdout, { timeout: 5000, interval: 5 }).toBe('ready\n');
  return { child, exited, ready, stderr: () => stderr };
}

beforeAll(() =>
  build({ entryPoints: ['src/server.ts'], outfile: bundle, bundle: true, platform: 'node', format: 'esm' }),
);
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('says ready, serves both sockets, survives a kill of its predecessor, ends on SIGTERM', async () => {
  const first = start('--api-socket', api, '--control-socket', control);
  await first.ready();
  first.child.kill('SIGKILL');
  await first.exited;
  expect(existsSync(api)).toBe(true);

  const second = start('--api-socket', api, '--control-socket', control, '--fixture', 'many-tasks');
  await second.ready();
  expect((await send(api, 'GET', '/api/tasks')).json.total).toBe(134);
  expect((await send(control, 'GET', '/health')).json).toEqual({ ok: true, epoch: 1 });
  expect(statSync(control).mode & 0o777).toBe(0o600);
  send(api, 'GET', '/api/events').catch(() => {});
  second.child.kill('SIGTERM');
  expect(await second.exited).toBe(0);
  expect(existsSync(api)).toBe(false);
});

test('ends with its parent when asked to', async () => {
  const server = start('--api-port', '0', '--control-port', '0', '--exit-with-stdin');
  await server.ready();
  server.child.stdin?.end();
  expect(await server.exited).toBe(0);
});

test('explains wrong flags and leaves files alone that are no sockets', async () => {
  const wrong = start('--api-port', '1');
  expect(await wrong.exited).toBe(2);
  expect(wrong.stderr()).toContain('Give either --control-socket or --control-port.');
  const unknown = start('--api-port', '0', '--control-port', '0', '--fixture', 'x');
  expect(await unknown.exited).toBe(2);
  expect(unknown.stderr()).toContain('Known are: default');
  const file = join(folder, 'file');
  writeFileSync(file, 'kept');
  const taken = start('--api-socket', file, '--control-port', '0');
  expect(await taken.exited).toBe(1);
  expect(statSync(file).size).toBe(4);
});
