import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { put, snapshot, temporaryDir } from '../round-trip.fixture.ts';
import { checkoutTree } from '../store/checkout-tree.ts';
import { createObjectStore } from '../store/object-store.ts';
import { appBaseline } from './app-source.ts';

async function makeApp() {
  const root = temporaryDir();
  const folder = join(root, 'app');
  put(folder, 'src/a.ts', 'right();\n');
  put(folder, 'src/dist/own.ts', 'a folder of the source that is called dist\n');
  put(folder, 'untracked.ts', 'u\n');
  for (const noise of [
    'node_modules/x/i.js',
    'pkg/node_modules/y/i.js',
    'dist/a.js',
    'coverage/r.json',
    '.git/HEAD',
    'local.db',
  ]) {
    put(folder, noise);
  }
  return { root, folder, store: createObjectStore(join(root, 'store')) };
}
const SEED = '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-right();\n+wrong();\n';

test('the folder without its noise, then the seed', async () => {
  const { root, folder, store } = await makeApp();
  const baseline = await appBaseline({ store, folder, exclude: ['*.db'], seedPatch: Buffer.from(SEED) });
  await checkoutTree(store, baseline.tree, join(root, 'seeded'));
  expect(snapshot(join(root, 'seeded'))).toEqual({
    'src/a.ts': 'file wrong();\n',
    'src/dist/own.ts': 'file a folder of the source that is called dist\n',
    'untracked.ts': 'file u\n',
  });
  await checkoutTree(store, baseline.sourceTree, join(root, 'unseeded'));
  expect(snapshot(join(root, 'unseeded'))['src/a.ts']).toBe('file right();\n');
  expect(snapshot(folder)['src/a.ts']).toBe('file right();\n');
});

test('a seed that does not fit is refused with file and hunk', async () => {
  const { folder, store } = await makeApp();
  const seedPatch = Buffer.from(SEED.replace('-right', '-rigth'));
  await expect(appBaseline({ store, folder, seedPatch })).rejects.toMatchObject({
    code: 'patch-does-not-apply',
    message: expect.stringContaining('hunk 1 (@@ -1,1 +1,1 @@) of src/a.ts'),
  });
});

test('a source that cannot be captured whole is refused', async () => {
  const { folder, store } = await makeApp();
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  await expect(appBaseline({ store, folder })).rejects.toMatchObject({
    code: 'source-incomplete',
    message: expect.stringContaining('pipe would be left out (fifo)'),
  });
});
