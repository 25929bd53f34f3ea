import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  applyPatch,
  checkoutTree,
  createObjectStore,
  npmBaseline,
  packNpm,
  prepareNpmHost,
  resolveSolution,
} from '../../src/workspace/index.ts';

// Needs a package registry, by the user's npm configuration.

const root = mkdtempSync(join(tmpdir(), 'bugsweep-npm-source-'));
const cacheDir = join(root, 'cache');
afterAll(() => rmSync(root, { recursive: true, force: true }));

const IS_NUMBER = 'sha512-41Cifkg6e8TylSpdtTpeLVMqvSBEVzTttHvERD741+pnZ8ANv0004MRL43QKPDlK9cGvNp6NZWZUBlbGXYxxng==';
const HTMX_2_0_7 = 'sha512-YiJqF3U5KyO28VC5mPfehKJPF+n1Gni+cupK+D69TF0nm7wY6AXn3a4mPWIikfAXtl1u1F1+ZhSCS7KT8pVmqA==';
const HTMX_2_0_8 = 'sha512-fm297iru0iWsNJlBrjvtN7V9zjaxd+69Oqjh4F/Vq9Wwi2kFisLcrLCiv5oBX0KLfOX/zG8AUo9ROMU5XUB44Q==';

function writeHost(label: string, name: string, version: string, integrity: string): string {
  const dir = join(root, label);
  mkdirSync(dir);
  const manifest = { name: 'host', version: '1.0.0', private: true, dependencies: { [name]: version } };
  const packages = { '': manifest, [`node_modules/${name}`]: { version, integrity } };
  const lock = { name: 'host', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  writeFileSync(join(dir, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(dir, 'package-lock.json'), JSON.stringify(lock));
  return dir;
}

test('a host is installed as locked, once, also by two at the same time', async () => {
  const hostDir = writeHost('is-number-host', 'is-number', '7.0.0', IS_NUMBER);
  const [first, second] = await Promise.all([
    prepareNpmHost(hostDir, { cacheDir }),
    prepareNpmHost(hostDir, { cacheDir }),
  ]);
  expect(first).toEqual(second);
  expect(first.packages).toEqual({ 'node_modules/is-number': '7.0.0' });
  const manifest = JSON.parse(readFileSync(join(first.dir, 'node_modules/is-number/package.json'), 'utf8'));
  expect(manifest.version).toBe('7.0.0');
}, 120_000);

test('another checksum in the lockfile, or in the solution, is refused', async () => {
  const wrong = IS_NUMBER.replace('sha512-41', 'sha512-42');
  const hostDir = writeHost('wrong-host', 'is-number', '7.0.0', wrong);
  await expect(prepareNpmHost(hostDir, { cacheDir })).rejects.toMatchObject({
    code: 'npm-failed',
    output: expect.stringContaining('EINTEGRITY'),
  });
  const published = { package: 'is-number', version: '7.0.0', integrity: wrong };
  await expect(packNpm(published, { cacheDir })).rejects.toMatchObject({ code: 'integrity-mismatch' });
  const dir = await packNpm({ ...published, integrity: IS_NUMBER }, { cacheDir });
  expect(readFileSync(join(dir, 'index.js'), 'utf8')).toContain('module.exports = function');
}, 120_000);

test('the reference of a real bug is derived from two published versions', async () => {
  const store = createObjectStore(join(root, 'store'));
  const hostDir = writeHost('htmx-host', 'htmx.org', '2.0.7', HTMX_2_0_7);
  const drop = ['dist/*.min.js', 'dist/*.min.js.gz', 'dist/*.amd.js', 'dist/*.cjs.js', 'dist/*.esm.js'];
  const source = { store, hostDir, cacheDir, package: 'htmx.org', version: '2.0.7', drop };
  const { tree, packagePath } = await npmBaseline(source);
  expect(packagePath).toBe('node_modules/htmx.org');
  await expect(npmBaseline({ ...source, version: '2.0.8' })).rejects.toMatchObject({ code: 'bad-npm-source' });
  await expect(npmBaseline({ ...source, drop: ['gone.js'] })).rejects.toMatchObject({ code: 'bad-npm-source' });

  const path = join(root, 'reference.toml');
  writeFileSync(
    path,
    `title = "The path for the history is read again when the page starts"
[[derive]]
package = "htmx.org"
from = "2.0.7"
to = "2.0.8"
integrityFrom = "${HTMX_2_0_7}"
integrityTo = "${HTMX_2_0_8}"
[derive.files]
"dist/htmx.js" = ['let currentPathForHistory|setCurrentPathForHistory\\(location']
`,
  );
  const context = {
    store,
    baselineTree: tree,
    fetchPackage: (each: Parameters<typeof packNpm>[0]) => packNpm(each, { cacheDir }),
  };
  const { patch } = await resolveSolution(path, context);
  const changed = patch.toString().match(/^[+-](?![+-]{2} ).*$/gm) ?? [];
  expect(changed).toHaveLength(4);
  expect(patch.toString().match(/^@@ /gm)).toHaveLength(2);
  expect(changed.join('\n')).toContain('currentPathForHistory');

  await checkoutTree(store, (await applyPatch({ store, baselineTree: tree, patch })).tree, join(root, 'fixed'), {
    verify: true,
  });
  const fixed = readFileSync(join(root, 'fixed/dist/htmx.js'), 'utf8');
  expect(fixed).toContain("version: '2.0.7'");
  expect(fixed).toContain('setCurrentPathForHistory(location');
}, 120_000);
