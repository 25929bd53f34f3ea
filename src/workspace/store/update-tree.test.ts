import { chmodSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plain, put, snapshot, temporaryDir } from '../round-trip.fixture.ts';
import { checkoutTree, verifyCheckout } from './checkout-tree.ts';
import { createObjectStore } from './object-store.ts';
import { updateTree } from './update-tree.ts';
import { writeTree } from './write-tree.ts';

/** Trees of a project and of its changed form, and a checkout of the first. */
async function makeTrees(change: (dir: string) => void) {
  const root = temporaryDir();
  const store = createObjectStore(join(root, 'store'));
  const source = join(root, 'source');
  plain(source);
  const from = (await writeTree(store, source, { declared: [] })).tree;
  change(source);
  const to = (await writeTree(store, source, { declared: [] })).tree;
  await checkoutTree(store, from, join(root, 'workspace'));
  return { root, store, from, to, source, dir: join(root, 'workspace') };
}

test('turns one checkout into another and back, and leaves other files alone', async () => {
  const { store, from, to, source, dir } = await makeTrees((each) => {
    put(each, 'a.txt', 'changed\n');
    put(each, 'new/deep/x', 'new\n');
    unlinkSync(join(each, 'src/deep/c.js'));
    unlinkSync(join(each, 'src/b.js'));
    put(each, 'src/b.js/inner', 'a folder now\n');
    chmodSync(join(each, 'run.sh'), 0o644);
    symlinkSync('a.txt', join(each, 'link'));
  });
  await updateTree(store, from, to, dir, undefined);
  expect(snapshot(dir)).toEqual(snapshot(source));
  expect(existsSync(join(dir, 'src/deep'))).toBe(false);
  await updateTree(store, to, from, dir, undefined);
  await verifyCheckout(store, from, dir);
  put(dir, 'node_modules/kept.js', 'kept\n');
  await updateTree(store, from, to, dir, undefined);
  expect(readFileSync(join(dir, 'node_modules/kept.js'), 'utf8')).toBe('kept\n');
});

test('neither deletes nor writes behind a link', async () => {
  const { root, store, from, to, dir } = await makeTrees((each) => {
    put(each, 'src/b.js', 'changed\n');
    rmSync(join(each, 'src/deep'), { recursive: true });
  });
  renameSync(join(dir, 'src'), join(root, 'outside'));
  symlinkSync(join(root, 'outside'), join(dir, 'src'));
  const before = snapshot(join(root, 'outside'));
  await expect(updateTree(store, from, to, dir, undefined)).rejects.toMatchObject({ code: 'unwritable-tree' });
  expect(snapshot(join(root, 'outside'))).toEqual(before);
});
