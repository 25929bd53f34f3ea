import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UserError } from '../errors.ts';
import { acquireLock, lockOwner } from './lock.ts';
import { startProcess } from './process.ts';
import { ownIdentity, processStartTime } from './process-identity.ts';
import { temporaryFolder } from './temporary-folder.fixture.ts';

const loader = new URL('../../node_modules/tsx/dist/loader.mjs', import.meta.url).href;
/** Runs a script that may import TypeScript. */
const tsx = [process.execPath, '--import', loader, '--input-type=module', '-e'];

const holder = (pid: number, startTime: string) => JSON.stringify({ pid, startTime });

test('one at a time; releasing twice does not free the next one', () => {
  const path = join(temporaryFolder(), 'a/lock');
  const lock = acquireLock(path, 'the run demo');
  expect(() => acquireLock(path, 'the run demo')).toThrow(
    expect.objectContaining({ code: 'locked', message: `the run demo is in use by process ${process.pid}` }),
  );
  lock.release();
  acquireLock(path, 'the run demo');
  lock.release();
  expect(existsSync(path)).toBe(true);
  expect(() => acquireLock(path, 'the run demo')).toThrow(UserError);
});

test('the lock of a live process stands, that of a killed one is taken over', async () => {
  const path = join(temporaryFolder(), 'lock');
  const other = await startProcess(['sleep', '60']);
  writeFileSync(path, holder(other.pid, processStartTime(other.pid) ?? ''));
  expect(() => acquireLock(path, 'it')).toThrow(`it is in use by process ${other.pid}`);
  other.kill();
  await other.exited;
  acquireLock(path, 'it').release();
  expect(existsSync(path)).toBe(false);
});

test('a pid that was given to another process since does not hold it', () => {
  const path = join(temporaryFolder(), 'lock');
  writeFileSync(path, holder(process.pid, '1'));
  acquireLock(path, 'it').release();
});

test('the lock of another container stands: its pid says nothing here', async () => {
  const path = join(temporaryFolder(), 'lock');
  const script = `
    const { acquireLock } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url).href)});
    acquireLock(${JSON.stringify(path)}, 'it');
    console.log('held by', process.pid);
    setTimeout(() => {}, 1e6);`;
  const container = [
    '/usr/bin/unshare',
    '--user',
    '--map-root-user',
    '--pid',
    '--fork',
    '--mount-proc',
    '--kill-child',
  ];
  let said = '';
  const holding = await startProcess([...container, ...tsx, script], {
    onStdout: (chunk) => {
      said += chunk.toString();
    },
  });
  try {
    await expect.poll(() => said, { timeout: 15_000 }).toContain('held by');
    expect(said).toBe('held by 1\n');
    expect(() => acquireLock(path, 'it')).toThrow('it is in use by process 1 of another container');
    expect(lockOwner(path)).toBe(1);
  } finally {
    holding.kill();
  }
});

test('what was written in an earlier boot of the machine is dead', () => {
  const path = join(temporaryFolder(), 'lock');
  const { pid, startTime } = ownIdentity();
  writeFileSync(path, JSON.stringify({ pid, startTime, space: 'another-boot pid:[1]' }));
  acquireLock(path, 'it').release();
});

test('a damaged lock, and what a takeover that was killed has left', () => {
  const dir = temporaryFolder();
  const path = join(dir, 'lock');
  writeFileSync(path, '{"pid":');
  writeFileSync(`${path}.takeover`, '');
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(`${path}.takeover`, longAgo, longAgo);
  acquireLock(path, 'it');
  expect(readdirSync(dir)).toEqual(['lock']);
});

test('of many processes that take over a dead lock at once, one gets it', async () => {
  const path = join(temporaryFolder(), 'lock');
  writeFileSync(path, holder(2 ** 22 + 1, '1'));
  const script = `
    const { acquireLock } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url).href)});
    try { acquireLock(${JSON.stringify(path)}, 'it'); console.log('got it'); } catch (error) { console.log(error.code); }
    setTimeout(() => {}, 1e6);`;
  const said: string[] = [];
  const start = () =>
    startProcess([...tsx, script], {
      onStdout: (chunk) => said.push(chunk.toString().trim()),
    });
  const racers = await Promise.all([start(), start(), start(), start()]);
  try {
    await expect.poll(() => said.length, { timeout: 15_000 }).toBe(4);
  } finally {
    for (const racer of racers) racer.kill();
  }
  expect(said.sort()).toEqual(['got it', 'locked', 'locked', 'locked']);
});
