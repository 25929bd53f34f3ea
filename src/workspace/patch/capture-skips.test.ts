import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, truncateSync, unlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git, plain, put, roundTrip } from '../round-trip.fixture.ts';

describe('what a patch cannot carry is skipped and listed', () => {
  test('pipes, sockets, devices; a file replaced by a pipe is deleted', async () => {
    const socket = createServer();
    const { capture, result } = await roundTrip({
      baseline: plain,
      change: async (dir) => {
        execFileSync('mkfifo', [join(dir, 'pipe')]);
        unlinkSync(join(dir, 'a.txt'));
        execFileSync('mkfifo', [join(dir, 'a.txt')]);
        await new Promise<void>((resolve) => socket.listen(join(dir, 'src/sock'), resolve));
        put(dir, 'beside.txt', 'kept\n');
      },
    });
    socket.close();
    expect(capture.skipped).toEqual([
      { path: 'a.txt', reason: 'fifo' },
      { path: 'pipe', reason: 'fifo' },
      { path: 'src/sock', reason: 'socket' },
    ]);
    expect(capture.changed.map(({ path, status }) => [path, status])).toEqual([
      ['a.txt', 'deleted'],
      ['beside.txt', 'added'],
    ]);
    expect(readFileSync(join(result, 'beside.txt'), 'utf8')).toBe('kept\n');
  });

  test('a sparse file of 1 TB is neither read nor waited for', async () => {
    const { capture } = await roundTrip({
      baseline: plain,
      change: (dir) => {
        put(dir, 'huge', '');
        truncateSync(join(dir, 'huge'), 2 ** 40);
        put(dir, 'small', 'y\n');
      },
      isLeftOut: (path) => path === 'huge',
    });
    expect(capture.skipped).toEqual([
      { path: 'huge', reason: 'too-large', detail: '1099511627776 bytes, at most 67108864' },
    ]);
    expect(capture.changed.map(({ path }) => path)).toEqual(['small']);
  });

  test('a limit on the bytes in all', async () => {
    const { capture } = await roundTrip({
      baseline: (dir) => put(dir, 'z.txt', 'z\n'),
      change: (dir) => {
        put(dir, 'a.bin', Buffer.alloc(800));
        put(dir, 'b.bin', Buffer.alloc(800));
        put(dir, 'z.txt', 'changed\n');
      },
      isLeftOut: (path) => path === 'b.bin',
      options: { maxTotalBytes: 1000 },
    });
    expect(capture.changed.map(({ path }) => path)).toEqual(['a.bin', 'z.txt']);
    expect(capture.skipped).toEqual([{ path: 'b.bin', reason: 'limit', detail: 'more than 1000 bytes in all' }]);
  });

  test('a heap of junk does not crowd out the files of the baseline', async () => {
    const { capture } = await roundTrip({
      baseline: plain,
      change: (dir) => {
        for (let index = 0; index < 200; index += 1) {
          put(dir, `0-junk/${index}`, 'j');
          put(dir, `src/junk-${index}`, 'j');
        }
        put(dir, 'src/b.js', 'let fixed;\n');
      },
      isLeftOut: (path) => path.includes('junk'),
      options: { maxEntries: 20 },
    });
    expect(capture.changed.map(({ path }) => path)).toContain('src/b.js');
    expect(capture.changed.filter(({ status }) => status === 'deleted')).toEqual([]);
    // 20 entries, 6 of them the files and folders of the baseline.
    expect(capture.changed.filter(({ status }) => status === 'added')).toHaveLength(14);
    expect(capture.skipped).toMatchObject([{ reason: 'limit' }]);
  });

  test('names that git refuses; a nested repository keeps its files', async () => {
    const refused = ['.GIT', 'git~1', 'GIT~1', '.git ', '.git.', 'sub/.Git', 'a\\.git', '.git:x'];
    const { capture, result } = await roundTrip({
      baseline: plain,
      change: (dir) => {
        for (const name of refused) put(dir, `${name}/config`);
        symlinkSync('/etc/passwd', join(dir, '.gitmodules'));
        mkdirSync(join(dir, 'nested/inner'), { recursive: true });
        git(join(dir, 'nested'), 'init', '-q');
        put(dir, 'nested/inner/file.js', 'in a nested repository\n');
        git(join(dir, 'nested'), 'add', '-A');
        git(join(dir, 'nested'), 'commit', '-qm', 'x');
        put(dir, '.gitx/near', 'near miss\n');
        put(dir, 'sub/git~2', 'near miss\n');
      },
      isLeftOut: (path) => path === '.gitmodules' || refused.some((name) => path.startsWith(name)),
    });
    expect(new Set(capture.skipped.map(({ path }) => path))).toEqual(
      new Set([...refused.map((name) => name.replace('\\', '\\\\')), '.gitmodules', 'nested/.git']),
    );
    expect(capture.skipped.every(({ reason }) => reason === 'git-directory')).toBe(true);
    expect(capture.changed.map(({ path }) => path)).toEqual(['.gitx/near', 'nested/inner/file.js', 'sub/git~2']);
    expect(readFileSync(join(result, 'nested/inner/file.js'), 'utf8')).toBe('in a nested repository\n');
  });

  test('declared folders are left out of both sides', async () => {
    const { capture, store, baselineTree } = await roundTrip({
      baseline: (dir) => {
        plain(dir);
        put(dir, 'dist/app.js', 'shipped\n');
        put(dir, 'src/dist/own.js', 'own\n');
      },
      change: (dir) => {
        put(dir, 'node_modules/x/index.js', 'changed\n');
        put(dir, 'src/node_modules/y/index.js', 'not declared\n');
        put(dir, 'packages/p/.cache/z', 'declared by a glob\n');
        put(dir, 'src/dist/own.js', 'edited\n');
      },
      options: { declared: ['./node_modules/', 'dist', '**/.cache'] },
      isLeftOut: (path) => path === 'node_modules' || path === 'packages',
    });
    expect(capture.changed.map(({ path }) => path)).toEqual(['src/dist/own.js', 'src/node_modules/y/index.js']);
    expect(capture.skipped).toEqual([
      { path: 'dist', reason: 'declared' },
      { path: 'node_modules', reason: 'declared' },
      { path: 'packages/p/.cache', reason: 'declared' },
    ]);
    expect(capture.tree).not.toBe(baselineTree);
    expect(store.dir).not.toBe('');
  });
});
