import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { endNotedProcesses, noteProcess } from './left-processes.ts';
import { startProcess } from './process.ts';
import { processStartTime } from './process-identity.ts';
import { temporaryFolder, until } from './temporary-folder.fixture.ts';

const isLive = (pid: number): boolean => processStartTime(pid) !== undefined;

async function sleeper(words: string[] = ['sleep', '60'], env: Record<string, string> = {}) {
  const running = await startProcess(words, { env: { PATH: process.env.PATH ?? '', ...env } });
  onTestFinished(() => running.kill());
  return running;
}

const onLinux = process.platform === 'linux';

test.runIf(onLinux)('a noted group ends, also when its leader has ended before', async () => {
  const dir = temporaryFolder();
  const alone = await sleeper();
  const led = await sleeper(['sh', '-c', 'sleep 60 >/dev/null 2>&1 & echo $!']);
  for (const { pid } of [alone, led]) noteProcess(dir, pid);
  const child = Number((await led.exited).stdout.toString());
  expect([alone.pid, led.pid, child].map(isLive)).toEqual([true, false, true]);
  endNotedProcesses(dir);
  await until(() => !isLive(alone.pid) && !isLive(child));
});

test.runIf(onLinux)('a group whose leader had ended before it could be noted ends, too', async () => {
  const dir = temporaryFolder();
  const led = await sleeper(['sh', '-c', 'sleep 60 >/dev/null 2>&1 & echo $!']);
  const child = Number((await led.exited).stdout.toString());
  noteProcess(dir, led.pid);
  endNotedProcesses(dir);
  await until(() => !isLive(child));
});

test.runIf(onLinux)('a process that left its group is known by the home that it was given', async () => {
  const dir = temporaryFolder();
  noteProcess(dir, (await sleeper()).pid);
  const detached = await sleeper(['sleep', '60'], { HOME: join(dir, 'pod-1/home/agent') });
  endNotedProcesses(dir);
  await until(() => !isLive(detached.pid));
});

test.runIf(onLinux)('a number that was given anew, or of another boot, is not touched', async () => {
  const dir = temporaryFolder();
  const running = await sleeper();
  noteProcess(dir, running.pid);
  const notes = join(dir, 'processes.jsonl');
  const noted = JSON.parse(readFileSync(notes, 'utf8'));
  const other = { HOME: join(`${dir}-other`, 'home') };
  const neighbour = await sleeper(['sleep', '60'], other);
  writeFileSync(
    notes,
    [
      { ...noted, startTime: '1' },
      { ...noted, boot: 'another' },
      { ...noted, pid: 1 },
      { ...noted, pid: 0 },
    ]
      .map((note) => JSON.stringify(note))
      .join('\n'),
  );
  endNotedProcesses(dir);
  writeFileSync(notes, 'no JSON');
  endNotedProcesses(dir);
  endNotedProcesses(join(dir, 'nowhere'));
  expect([running.pid, neighbour.pid].map(isLive)).toEqual([true, true]);
});

test.runIf(onLinux)(
  'a bubblewrap that was killed before it could begin ends; what else names the folder does not',
  async () => {
    const dir = temporaryFolder();
    const named = (program: string, folder: string) =>
      sleeper([
        'bash',
        '-c',
        `exec -a "$0" sh -c 'while :; do sleep 60; done' "$1"`,
        program,
        `${folder}/pod-1/passwd`,
      ]);
    const unborn = await named('bwrap', dir);
    const reader = await named('less', dir);
    const neighbour = await named('bwrap', `${dir}-other`);
    const lines = () =>
      [unborn, reader, neighbour].map(({ pid }) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]);
    await until(() => lines().join() === 'bwrap,less,bwrap');
    endNotedProcesses(dir);
    await until(() => !isLive(unborn.pid));
    expect([reader, neighbour].map(({ pid }) => isLive(pid))).toEqual([true, true]);
  },
);
