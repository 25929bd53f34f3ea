import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { asOrdinaryUser } from './as-ordinary-user.fixture.ts';
import { startProcess } from './process.ts';
import { ownIdentity, type ProcessIdentity, processStartTime } from './process-identity.ts';
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

function leave(name: string, owner: ProcessIdentity | undefined): string {
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

test('what another container uses is left alone, and goes when nobody has touched it for long', async () => {
  const { pid, startTime, space } = ownIdentity();
  const elsewhere = { pid, startTime, space: `${space?.split(' ')[0]} pid:[1]` };
  const used = leave('used', elsewhere);
  const forgotten = leave('forgotten', elsewhere);
  const longAgo = new Date(Date.now() - 30 * 24 * 3_600_000);
  utimesSync(forgotten, longAgo, longAgo);
  const earlier = leave('earlier', { ...elsewhere, space: 'another-boot pid:[1]' });
  expect((await sweepScratch()).removed.sort()).toEqual([earlier, forgotten]);
  expect(existsSync(used)).toBe(true);
});

test('what dead processes have left is swept, what live ones use is not', async () => {
  const mine = createScratch();
  const other = await startProcess(['sleep', '60']);
  const theirs = leave('other', { pid: other.pid, startTime: processStartTime(other.pid) ?? '' });
  const reused = leave('reused', { pid: other.pid, startTime: '1' });
  const dead = leave('dead', { pid: 2 ** 22 + 1, startTime: '1' });
  const starting = leave(`${other.pid}-abc`, undefined);
  const abandoned = leave(`${2 ** 22 + 1}-abc`, undefined);
  expect((await sweepScratch()).removed.sort()).toEqual([reused, dead, abandoned].sort());
  expect([mine.dir, theirs, starting].filter(existsSync)).toHaveLength(3);
  other.kill();
  await other.exited;
  expect((await sweepScratch()).removed.sort()).toEqual([theirs, starting].sort());
  expect(existsSync(mine.dir)).toBe(true);
});

describe('what an agent can leave behind does not keep its folder from going', () => {
  /** Fills a folder as a hostile user can. */
  const traps: [string, (dir: string) => void][] = [
    [
      'closed folders',
      (dir) => {
        mkdirSync(join(dir, 'd/e/f'), { recursive: true });
        writeFileSync(join(dir, 'd/e/file'), '');
        for (const [name, mode] of [
          ['d/e/f', 0o300],
          ['d/e', 0o000],
          ['d', 0o400],
        ] as const) {
          chmodSync(join(dir, name), mode);
        }
      },
    ],
    ['a closed folder at the top', (dir) => chmodSync(dir, 0o000)],
    [
      'a path longer than any call takes',
      (dir) => {
        const name = 'n'.repeat(200);
        for (let deep = 0; deep < 40; deep += 1) {
          // Each level is put above the others: no single path ever becomes too long to be made.
          mkdirSync(join(dir, 'outer'));
          if (deep > 0) renameSync(join(dir, name), join(dir, 'outer', name));
          renameSync(join(dir, 'outer'), join(dir, name));
        }
      },
    ],
    [
      'names that are no text',
      (dir) => {
        mkdirSync(Buffer.concat([Buffer.from(`${dir}/`), Buffer.from([0xff, 0xfe])]));
        writeFileSync(Buffer.concat([Buffer.from(`${dir}/`), Buffer.from([0xff, 0xfe, 0x2f, 0xff])]), '');
      },
    ],
  ];

  test.each(traps)('%s, at the end of a run', async (_, fill) => {
    chmodSync(process.env.BUGSWEEP_TMP ?? '', 0o777);
    await asOrdinaryUser(async () => {
      const scratch = createScratch();
      fill(scratch.newDir('workspace'));
      await scratch.dispose();
      expect(readdirSync(scratchRoot())).toEqual([]);
    });
  });

  test.each(traps)('%s, at the next start', async (_, fill) => {
    chmodSync(process.env.BUGSWEEP_TMP ?? '', 0o777);
    await asOrdinaryUser(async () => {
      const dead = leave('dead', { pid: 2 ** 22 + 1, startTime: '1' });
      fill(join(dead, 'workspace-1'));
      expect(await sweepScratch()).toEqual({ removed: [dead], left: [] });
    });
  });

  test('links to elsewhere go; what they name stays as it is', async () => {
    const elsewhere = temporaryFolder();
    chmodSync(elsewhere, 0o500);
    const scratch = createScratch();
    const dir = scratch.newDir('workspace');
    mkdirSync(join(dir, 'closed'), { mode: 0o000 });
    symlinkSync(elsewhere, join(dir, 'link'));
    await scratch.dispose();
    expect(existsSync(scratch.dir)).toBe(false);
    expect(statSync(elsewhere).mode & 0o777).toBe(0o500);
  });
});

test('what cannot be removed is told, and keeps nothing from going on', async () => {
  chmodSync(process.env.BUGSWEEP_TMP ?? '', 0o777);
  await asOrdinaryUser(async () => {
    const dead = leave('dead', { pid: 2 ** 22 + 1, startTime: '1' });
    chmodSync(scratchRoot(), 0o500);
    expect(await sweepScratch()).toEqual({ removed: [], left: [dead] });
    chmodSync(scratchRoot(), 0o000);
    expect(await sweepScratch()).toEqual({ removed: [], left: [] });
    chmodSync(scratchRoot(), 0o700);
  });
});

test('nothing to sweep', async () => {
  expect(await sweepScratch()).toEqual({ removed: [], left: [] });
});

test('a root that somebody else has put there is not used', () => {
  symlinkSync(temporaryFolder(), scratchRoot());
  expect(() => createScratch()).toThrow(expect.objectContaining({ code: 'no-scratch' }));
});

test.runIf(process.getuid?.() === 0)('root is told when the folder is closed to the users of pods (as root)', () => {
  chmodSync(process.env.BUGSWEEP_TMP ?? '', 0o700);
  expect(() => createScratch()).toThrow('closed to the unprivileged users');
});
