import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { applyPatch } from '../patch/apply-patch.ts';
import { put, snapshot, temporaryDir } from '../round-trip.fixture.ts';
import { resolveSolution } from '../solution/resolve-solution.ts';
import { checkoutTree } from '../store/checkout-tree.ts';
import { createObjectStore, runGit } from '../store/object-store.ts';
import { makeRepository } from './git-repository.fixture.ts';
import { gitTree } from './git-source.ts';

function place() {
  const root = temporaryDir();
  const repository = makeRepository(join(root, 'repository'));
  const store = createObjectStore(join(root, 'store'));
  const cacheDir = join(root, 'cache');
  const tree = (commit: string, exclude: string[] = [], repo = repository.dir) =>
    gitTree({ store, repo, commit, exclude, cacheDir });
  return { root, repository, store, cacheDir, tree };
}

test('the tree of an older commit, by path and by file address; nothing of another commit comes along', async () => {
  const { root, repository, store, cacheDir, tree } = place();
  const first = repository.commit({ 'a.txt': 'first secret\n' });
  const base = repository.commit({ 'a.txt': 'base\n', 'dist/tracked.js': 'd\n', 'node_modules/x/i.js': 'x\n' });
  const later = repository.commit({ 'a.txt': 'later\n' });
  await checkoutTree(store, await tree(base, ['node_modules']), join(root, 'out'));
  expect(snapshot(join(root, 'out'))).toEqual({ 'a.txt': 'file base\n', 'dist/tracked.js': 'file d\n' });
  const url = pathToFileURL(repository.dir).href;
  expect(await tree(base, ['node_modules'], url)).toBe(await tree(base, ['node_modules']));
  const fetched = readdirSync(join(cacheDir, 'git'));
  expect(fetched).toHaveLength(2);
  for (const name of fetched) {
    const cached = createObjectStore(join(cacheDir, 'git', name));
    for (const other of [first, later]) {
      expect((await runGit(cached, ['cat-file', '-e', other], { allowFailure: true })).exitCode).not.toBe(0);
    }
  }
});

test('once fetched, the repository may be gone', async () => {
  const { repository, tree } = place();
  const base = repository.commit({ 'a.txt': 'a\n' });
  const before = await tree(base);
  execFileSync('rm', ['-rf', join(repository.dir, '.git')]);
  await expect(tree(base)).resolves.toBe(before);
});

test('a commit that is not there, a tree or a tag for a commit, and a folder without a repository', async () => {
  const { root, repository, tree } = place();
  repository.commit({ 'a.txt': 'a\n' });
  repository.git('tag', '-a', '-m', 'x', 'v1');
  const noCommit = { name: 'UserError', code: 'no-commit' };
  await expect(tree('1'.repeat(40))).rejects.toMatchObject(noCommit);
  await expect(tree(repository.git('rev-parse', 'HEAD^{tree}'))).rejects.toMatchObject(noCommit);
  await expect(tree(repository.git('rev-parse', 'v1'))).rejects.toMatchObject(noCommit);
  await expect(tree('1'.repeat(40), [], join(root, 'nowhere'))).rejects.toMatchObject({ code: 'no-repository' });
  await expect(tree('1'.repeat(40), [], root)).rejects.toMatchObject({ name: 'InfraError', code: 'git-fetch-failed' });
  // Nothing half is left that a later try would take for whole.
  await expect(tree('1'.repeat(40))).rejects.toMatchObject(noCommit);
});

test('hooks, configuration, attributes and submodules of a hostile repository have no say', async () => {
  const { root, repository, store, tree } = place();
  const mark = join(root, 'mark');
  const script = `#!/bin/sh\ntouch ${mark}\ncat\n`;
  const inner = makeRepository(join(root, 'inner'));
  const innerCommit = inner.commit({ 'inner.txt': 'i\n' });
  put(repository.dir, '.gitattributes', '* text eol=crlf filter=evil\n*.txt export-ignore ident\n');
  put(repository.dir, 'a.txt', '$Id$\r\nb\n');
  put(repository.dir, 'evil.sh', script, 0o755);
  put(repository.dir, '.gitmodules', `[submodule "inner"]\n\tpath = inner\n\turl = ${inner.dir}\n`);
  symlinkSync('/etc/passwd', join(repository.dir, 'passwd'));
  repository.git('-c', 'core.autocrlf=false', '-c', 'core.attributesFile=/dev/null', 'add', '-A');
  repository.git('update-index', '--add', '--cacheinfo', `160000,${innerCommit},inner`);
  repository.git('commit', '-q', '-m', 'x');
  const commit = repository.git('rev-parse', 'HEAD');
  for (const hook of ['post-checkout', 'post-merge', 'reference-transaction', 'pre-receive', 'post-index-change']) {
    put(repository.dir, `.git/hooks/${hook}`, script, 0o755);
  }
  const config = ['[uploadpack]', 'packObjectsHook', '[core]', 'fsmonitor', '[filter "evil"]', 'smudge', 'clean'];
  const lines = config.map((line) => (line.startsWith('[') ? line : `\t${line} = ${join(repository.dir, 'evil.sh')}`));
  writeFileSync(join(repository.dir, '.git/config'), `${lines.join('\n')}\n`, { flag: 'a' });

  await checkoutTree(store, await tree(commit), join(root, 'out'));
  const files = snapshot(join(root, 'out'));
  expect(Object.keys(files).sort()).toEqual(['.gitattributes', '.gitmodules', 'a.txt', 'evil.sh', 'passwd']);
  expect(files.passwd).toContain('/etc/passwd');
  expect(existsSync(mark)).toBe(false);
});

test.each([
  ['a .git folder', '100644', '.git'],
  ['a way out', '100644', '..'],
  ['what Windows takes for .git', '100644', 'GIT~1'],
  ['a link for .gitmodules', '120000', '.gitmodules'],
])('a commit with %s is refused', async (_, mode, name) => {
  const { root, repository, tree } = place();
  repository.commit({ 'a.txt': 'a\n' });
  // By hand: git itself would not make such a tree.
  const blob = Buffer.from(repository.git('rev-parse', 'HEAD:a.txt'), 'hex');
  const raw = Buffer.concat([Buffer.from(`${mode} ${name}\0`), blob]);
  put(root, 'raw', raw);
  const made = repository.git('hash-object', '-t', 'tree', '-w', '--literally', join(root, 'raw'));
  const commit = repository.git('commit-tree', '-m', 'x', made);
  await expect(tree(commit)).rejects.toMatchObject({ name: 'UserError', code: 'bad-git-source' });
});

test('a file that no patch could hold makes a commit no workspace', async () => {
  const { repository, tree } = place();
  put(repository.dir, 'large.bin', Buffer.alloc((64 << 20) + 1));
  await expect(tree(repository.commit())).rejects.toMatchObject({ message: expect.stringContaining('large.bin') });
});

test('a reference is the difference of two commits, without what the baseline goes without', async () => {
  const { root, repository, store, cacheDir, tree } = place();
  const from = repository.commit({ 'a.txt': 'bug\n', 'old.txt': 'o\n', 'out/x.js': '1\n' });
  repository.git('rm', '-q', 'old.txt');
  const to = repository.commit({ 'a.txt': 'fixed\n', 'new/b.txt': 'b\n', 'out/x.js': '2\n' });
  const baselineTree = await tree(from, ['out']);
  const path = join(root, 'reference.toml');
  writeFileSync(path, `title = "T"\n[commits]\nrepo = "${repository.dir}"\nfrom = "${from}"\nto = "${to}"\n`);
  const fetchPackage = () => Promise.reject(new Error('no package is wanted'));
  const { patch } = await resolveSolution(path, { store, baselineTree, fetchPackage, exclude: ['out'], cacheDir });
  await checkoutTree(store, (await applyPatch({ store, baselineTree, patch })).tree, join(root, 'fixed'));
  expect(snapshot(join(root, 'fixed'))).toEqual({ 'a.txt': 'file fixed\n', 'new/b.txt': 'file b\n' });
  expect(patch.toString()).not.toContain('out/x.js');
});
