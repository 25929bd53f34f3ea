import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cachedFolder } from '../../host/index.ts';
import { put, temporaryDir } from '../round-trip.fixture.ts';
import { createObjectStore } from '../store/object-store.ts';
import { prepareNpmHost } from './npm-host.ts';
import { npmBaseline } from './npm-source.ts';
import { packNpm } from './pack-npm.ts';

function host(packages: Record<string, object>): { hostDir: string; cacheDir: string } {
  const root = temporaryDir();
  put(join(root, 'host'), 'package.json', '{"name":"host","private":true}');
  const lock = { name: 'host', lockfileVersion: 3, requires: true, packages: { '': { name: 'host' }, ...packages } };
  put(join(root, 'host'), 'package-lock.json', JSON.stringify(lock));
  return { hostDir: join(root, 'host'), cacheDir: join(root, 'cache') };
}

test('a lockfile entry without a checksum, or a link out of it, is refused before anything is installed', async () => {
  for (const entry of [{ version: '1.0.0' }, { link: true, resolved: '../x' }]) {
    const { hostDir, cacheDir } = host({ 'node_modules/x': entry });
    await expect(prepareNpmHost(hostDir, { cacheDir })).rejects.toMatchObject({
      code: 'bad-npm-host',
      message: expect.stringContaining('`node_modules/x` has no checksum'),
    });
    expect(existsSync(cacheDir)).toBe(false);
  }
});

test('a host without manifest or lockfile is refused', async () => {
  const dir = temporaryDir();
  await expect(prepareNpmHost(dir)).rejects.toMatchObject({ code: 'bad-npm-host' });
  put(dir, 'package.json', '{}');
  put(dir, 'package-lock.json', '{"lockfileVersion":1}');
  await expect(prepareNpmHost(dir)).rejects.toMatchObject({ message: expect.stringContaining('has no `packages`') });
});

test('a host without dependencies installs, once; a package that is not there is named', async () => {
  const { hostDir, cacheDir } = host({});
  const first = await prepareNpmHost(hostDir, { cacheDir });
  put(first.dir, 'marker');
  expect((await prepareNpmHost(hostDir, { cacheDir })).dir).toBe(first.dir);
  expect(existsSync(join(first.dir, 'marker'))).toBe(true);
  const store = createObjectStore(join(cacheDir, 'store'));
  const source = { store, hostDir, cacheDir, package: 'x', version: '1.0.0', drop: [] };
  await expect(npmBaseline(source)).rejects.toMatchObject({ code: 'bad-npm-source' });
}, 30_000);

test('two builders of one cached folder: one wins, both get it, nothing else is left', async () => {
  const path = join(temporaryDir(), 'cache', 'key');
  let builds = 0;
  const build = async (dir: string) => {
    builds += 1;
    writeFileSync(join(dir, 'content'), 'whole');
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  expect(await Promise.all([cachedFolder(path, build), cachedFolder(path, build)])).toEqual([path, path]);
  expect(builds).toBe(2);
  expect(readFileSync(join(path, 'content'), 'utf8')).toBe('whole');
  expect(readdirSync(join(path, '..'))).toEqual(['key']);
});

test('a build that fails leaves nothing', async () => {
  const path = join(temporaryDir(), 'cache', 'key');
  const failing = cachedFolder(path, async (dir) => {
    mkdirSync(join(dir, 'half'));
    throw new Error('no network');
  });
  await expect(failing).rejects.toThrow('no network');
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

test.each([
  ['../evil', '1.0.0'],
  ['-g', '1.0.0'],
  ['file:x', '1.0.0'],
  ['x', 'latest'],
  ['x', '^1.0.0'],
])('packNpm refuses %s@%s', async (name, version) => {
  const integrity = `sha512-${'A'.repeat(86)}==`;
  await expect(packNpm({ package: name, version, integrity })).rejects.toMatchObject({ code: 'bad-package' });
});

test('packNpm refuses to go without a checksum', async () => {
  await expect(packNpm({ package: 'x', version: '1.0.0', integrity: '' })).rejects.toMatchObject({
    code: 'bad-package',
    message: expect.stringContaining('no sha512 checksum'),
  });
});
