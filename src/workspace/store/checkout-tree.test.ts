import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { put, snapshot, temporaryDir } from '../round-trip.fixture.ts';
import { checkoutTree, verifyCheckout } from './checkout-tree.ts';
import { importTree } from './import-tree.ts';
import { createObjectStore, runGit } from './object-store.ts';
import { writeTree } from './write-tree.ts';

function makeStore() {
  const root = temporaryDir();
  return { root, store: createObjectStore(join(root, 'store')) };
}

test('modes are exact whatever the umask; bytes are raw', async () => {
  const { root, store } = makeStore();
  put(join(root, 'source'), 'bin/run', '#!/bin/sh\r\n', 0o755);
  put(join(root, 'source'), '.gitattributes', '* text eol=crlf\n');
  put(join(root, 'source'), 'a.txt', 'a\n');
  const { tree } = await writeTree(store, join(root, 'source'), { declared: [] });
  const umask = process.umask(0o077);
  try {
    await checkoutTree(store, tree, join(root, 'out'), { verify: true });
  } finally {
    process.umask(umask);
  }
  const mode = (path: string) => lstatSync(join(root, 'out', path)).mode & 0o7777;
  expect([mode('.'), mode('bin'), mode('bin/run'), mode('a.txt')]).toEqual([0o755, 0o755, 0o755, 0o644]);
  expect(readFileSync(join(root, 'out/a.txt'), 'utf8')).toBe('a\n');
});

test.runIf(process.getuid?.() === 0)(
  'gives all that it writes to an owner, links included, targets not (as root)',
  async () => {
    const { root, store } = makeStore();
    put(join(root, 'source'), 'src/a.txt', 'a\n');
    put(root, 'outside', 'o\n');
    symlinkSync(join(root, 'outside'), join(root, 'source/src/link'));
    const { tree } = await writeTree(store, join(root, 'source'), { declared: [] });
    await checkoutTree(store, tree, join(root, 'out'), { owner: { uid: 4321, gid: 4322 }, verify: true });
    for (const path of ['out', 'out/src', 'out/src/a.txt', 'out/src/link']) {
      expect(lstatSync(join(root, path))).toMatchObject({ uid: 4321, gid: 4322 });
    }
    expect(lstatSync(join(root, 'outside')).uid).toBe(0);
  },
);

test('refuses a folder that is not empty, and writes nothing there', async () => {
  const { root, store } = makeStore();
  put(join(root, 'source'), 'a.txt');
  const { tree } = await writeTree(store, join(root, 'source'), { declared: [] });
  put(join(root, 'out'), 'mine', 'm\n');
  await expect(checkoutTree(store, tree, join(root, 'out'))).rejects.toMatchObject({ code: 'not-empty' });
  expect(snapshot(join(root, 'out'))).toEqual({ mine: 'file m\n' });
});

test('refuses a tree with a path that leaves the folder, or a git directory', async () => {
  const { root, store } = makeStore();
  const blob = (await runGit(store, ['hash-object', '-w', '--stdin'], { input: 'x' })).stdout.toString().trim();
  const makeTree = async (name: string, mode: string, id: string) =>
    (
      await runGit(store, ['mktree'], { input: `${mode} ${mode === '040000' ? 'tree' : 'blob'} ${id}\t${name}\n` })
    ).stdout
      .toString()
      .trim();
  const file = await makeTree('x', '100644', blob);
  for (const name of ['.git', '.GIT', '..', '.']) {
    const tree = await makeTree(name, '040000', file);
    const out = join(root, 'out');
    await expect(checkoutTree(store, tree, out)).rejects.toMatchObject({ code: 'unwritable-tree' });
    expect(snapshot(out)).toEqual({});
  }
});

test('a link that no file system takes is an error with its path', async () => {
  const { root, store } = makeStore();
  const tree = await importTree(store, (into) => into.add(Buffer.from('l'), '120000', Buffer.alloc(5000, 'x')));
  const failure = checkoutTree(store, tree, join(root, 'out'));
  await expect(failure).rejects.toMatchObject({ code: 'unwritable-tree', message: expect.stringContaining('/l') });
});

test('verify finds one changed byte, one changed mode, one more file', async () => {
  const { root, store } = makeStore();
  put(join(root, 'source'), 'a.txt', 'a\n');
  const { tree } = await writeTree(store, join(root, 'source'), { declared: [] });
  await verifyCheckout(store, tree, join(root, 'source'));
  writeFileSync(join(root, 'source/a.txt'), 'b\n');
  await expect(verifyCheckout(store, tree, join(root, 'source'))).rejects.toMatchObject({ code: 'tree-mismatch' });
});

test('an empty tree gives an empty folder', async () => {
  const { root, store } = makeStore();
  mkdirSync(join(root, 'source'));
  const { tree } = await writeTree(store, join(root, 'source'), { declared: [] });
  expect(tree).toBe('4b825dc642cb6eb9a060e54bf8d69288fbee4904');
  await checkoutTree(store, tree, join(root, 'out'), { verify: true });
  expect(snapshot(join(root, 'out'))).toEqual({});
});

test('content larger than any pipe buffer arrives whole', async () => {
  const { root, store } = makeStore();
  const big = Buffer.alloc(3_000_001, 'blob 7\n');
  put(join(root, 'source'), 'big', big);
  put(join(root, 'source'), 'next', 'n\n');
  const { tree } = await writeTree(store, join(root, 'source'), { declared: [] });
  await checkoutTree(store, tree, join(root, 'out'));
  expect(readFileSync(join(root, 'out/big')).equals(big)).toBe(true);
  expect(readFileSync(join(root, 'out/next'), 'utf8')).toBe('n\n');
});
