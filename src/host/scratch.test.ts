import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { startProcess } from './process.ts';
import { processStartTime } from './process-identity.ts';
import { createScratch, scratchRoot, sweepScratch } from './scratch.ts';
import { temporaryFolder } from './temporary-folder.fixture.ts';

beforeEach(() => {
  const before = process.env.BUGSWEEP_TMP;
  process.env.BUGSWEEP_TMP = temporaryFolder();
  chmodSync(process.env.BUGSWEEP_TMP, 0o711);
  return () => {
    if (before === undefined) delete process.env.BUGSWEEP_TMP;
    else process.env.BUGSWEEP_TMP = before;
  };
});

function leave(name: string, owner: { pid: number; startTime: string } | undefined): string {
  const dir = join(scratchRoot(), name);
  mkdirSync(join(dir, 'workspace-1'), { recursive: true });
  writeFileSync(join(dir, 'workspace-1/file'), 'x');
  if (owner !== undefined) writeFileSync(join(dir, 'owner.json'), JSON.stringify(owner));
  return dir;
}

test('others may pass through but not list, whatever the umask', () => {
  const before = process.umask(0o077);
  const scratch = createScratch();
  const dir = scratch.newDir('a-label-that-is-much-longer-than-allowed');
  process.umask(before);
  for (const each of [scratchRoot(), scratch.dir, dir]) expect(statSync(each).mode & 0o777).toBe(0o711);
  expect(scratch.newDir('pod')).not.toBe(scratch.newDir('pod'));
});

test('disposing removes everything', async () => {
  const scratch = createScratch();
  writeFileSync(join(scratch.newDir('x'), 'file'), '');
  await scratch.dispose();
  expect(existsSync(scratch.dir)).toBe(false);
});

test('what dead processes have left is swept, what live ones use is not', async () => {
  const mine = createScratch();
  const other = await startProcess(['sleep', '60']);
  const theirs = leave('other', { pid: other.pid, startTime: processStartTime(other.pid) ?? '' });
  const reused = leave('reused', { pid: other.pid, startTime: '1' });
  const dead = leave('dead', { pid: 2 ** 22 + 1, startTime: '1' });
  const starting = leave(`${other.pid}-abc`, undefined);
  const abandoned = leave(`${2 ** 22 + 1}-abc`, undefined);
  expect((await sweepScratch()).sort()).toEqual([reused, dead, abandoned].sort());
  expect([mine.dir, theirs, starting].filter(existsSync)).toHaveLength(3);
  other.kill();
  await other.exited;
  expect((await sweepScratch()).sort()).toEqual([theirs, starting].sort());
  expect(existsSync(mine.dir)).toBe(true);
});

test('nothing to sweep', async () => {
  expect(await sweepScratch()).toEqual([]);
});

test('a root that somebody else has put there is not used', () => {
  symlinkSync(temporaryFolder(), scratchRoot());
  expect(() => createScratch()).toThrow(expect.objectContaining({ code: 'no-scratch' }));
});

test.runIf(process.getuid?.() === 0)('root is told when the folder is closed to the users of pods (as root)', () => {
  chmodSync(process.env.BUGSWEEP_TMP ?? '', 0o700);
  expect(() => createScratch()).toThrow('closed to the unprivileged users');
});
