import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { linesOf, plain, put, roundTrip } from '../round-trip.fixture.ts';

test('protected paths that changed are recorded and stay in the patch', async () => {
  const { capture, result } = await roundTrip({
    baseline: (dir) => {
      plain(dir);
      put(dir, 'package-lock.json', '{}\n');
      put(dir, 'tests/a/x.test.ts', 'x\n');
      put(dir, 'vitest.config.ts', 'x\n');
    },
    change: (dir) => {
      put(dir, 'package-lock.json', '{"evil":1}\n');
      rmSync(join(dir, 'tests'), { recursive: true });
      put(dir, 'src/.hidden/new\nline.spec.ts', 'x\n');
      put(dir, 'src/b.js', 'let fixed;\n');
    },
    options: { protectedPaths: ['package-lock.json', 'tests', '*.config.ts', '**/*.spec.ts'] },
  });
  expect(capture.tampered).toEqual(['package-lock.json', 'src/.hidden/new\\x0aline.spec.ts', 'tests/a/x.test.ts']);
  expect(readFileSync(join(result, 'package-lock.json'), 'utf8')).toBe('{"evil":1}\n');
});

test('a changed path is described with modes, status and size', async () => {
  const { capture } = await roundTrip({
    baseline: plain,
    change: (dir) => {
      put(dir, 'new.txt', '12345');
      chmodSync(join(dir, 'src/b.js'), 0o755);
      unlinkSync(join(dir, 'a.txt'));
      unlinkSync(join(dir, 'run.sh'));
      symlinkSync('src', join(dir, 'run.sh'));
    },
  });
  expect(capture.changed).toEqual([
    { path: 'a.txt', status: 'deleted', oldMode: '100644', newMode: null, sizeBytes: 0 },
    { path: 'new.txt', status: 'added', oldMode: null, newMode: '100644', sizeBytes: 5 },
    { path: 'run.sh', status: 'type-changed', oldMode: '100755', newMode: '120000', sizeBytes: 3 },
    { path: 'src/b.js', status: 'modified', oldMode: '100644', newMode: '100755', sizeBytes: 7 },
  ]);
});

describe('size', () => {
  test('a patch of more than 20 MB', async () => {
    const { patch } = await roundTrip({
      baseline: plain,
      change: (dir) => {
        put(dir, 'big.txt', linesOf(100_000, 'text '.repeat(41)));
        put(dir, 'big.bin', randomBytes(1 << 20));
      },
    });
    expect(patch.length).toBeGreaterThan(20e6);
  }, 60_000);

  test('500 files, and folders 200 deep', async () => {
    const { changed } = await roundTrip({
      baseline: plain,
      change: (dir) => {
        for (let index = 0; index < 500; index += 1) put(dir, `many/${index % 70}/${index}.txt`, `${index}\n`);
        put(dir, `${'d/'.repeat(200)}deep.txt`);
      },
    });
    expect(changed).toHaveLength(501);
  }, 60_000);
});
