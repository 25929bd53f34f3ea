import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../host/temporary-folder.fixture.ts';
import { findPackageManager, findProgram, installPackage, typedFor } from './system-package.ts';

let dir = '';
beforeEach(() => {
  dir = temporaryFolder();
});

/** A program that notes its words in `calls` and goes on with `script`. */
function program(name: string, script: string): void {
  writeFileSync(join(dir, name), `#!/bin/sh\necho "${name} $*" >> ${dir}/calls\n${script}\n`);
  chmodSync(join(dir, name), 0o755);
}

async function install(): Promise<string[]> {
  const manager = findPackageManager(dir);
  if (manager === undefined) throw new Error('fixture');
  const env = { PATH: `${dir}:/usr/bin:/bin` };
  await installPackage('chromium', manager, { env, logPath: join(dir, 'log'), signal: undefined });
  return calls();
}

const calls = (): string[] =>
  existsSync(join(dir, 'calls')) ? readFileSync(join(dir, 'calls'), 'utf8').trimEnd().split('\n') : [];

const APT_INSTALL = 'apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=300 chromium';

test('apt: a known package is installed without an update', async () => {
  program('apt-cache', 'exit 0');
  program('apt-get', '[ "$DEBIAN_FRONTEND" = noninteractive ]');
  expect(await install()).toEqual(['apt-cache show --no-all-versions chromium', APT_INSTALL]);
});

test('apt: one update if the package is not known', async () => {
  program('apt-cache', 'exit 100');
  program('apt-get', 'exit 0');
  expect((await install()).slice(1)).toEqual(['apt-get update', APT_INSTALL]);
});

test('apt: one update and another attempt if the list is outdated', async () => {
  program('apt-cache', 'exit 0');
  program('apt-get', `[ "$1" = update ] && touch ${dir}/updated; [ -e ${dir}/updated ]`);
  expect((await install()).slice(1)).toEqual([APT_INSTALL, 'apt-get update', APT_INSTALL]);
});

test('a failure names the log, which has everything', async () => {
  program('apt-cache', 'exit 100');
  program('apt-get', 'echo "E: Unable to locate package $*" >&2; exit 100');
  await expect(install()).rejects.toMatchObject({
    code: 'install-failed',
    message: 'cannot install the package chromium: exit code 100',
    output: expect.stringContaining('Unable to locate'),
    logPath: join(dir, 'log'),
  });
  expect(calls()).toHaveLength(3);
  await expect.poll(() => readFileSync(join(dir, 'log'), 'utf8')).toContain('package update');
});

test('other package managers', async () => {
  program('apk', 'exit 0');
  expect(await install()).toEqual(['apk add chromium']);
  program('dnf', 'exit 0');
  expect((await install()).slice(1)).toEqual(['dnf install -y chromium']);
  const manager = findPackageManager(dir);
  if (manager === undefined) throw new Error('fixture');
  const both = 'dnf install -y chromium bubblewrap';
  const typed = process.getuid?.() === 0 ? both : `sudo sh -c '${both}'`;
  expect(typedFor(manager, 'chromium', 'bubblewrap')).toBe(typed);
});

test('programs are looked for in the order of the path', () => {
  expect(findProgram('sh', `${dir}::/bin`)).toBe('/bin/sh');
  expect(findProgram('no-such-program', dir)).toBeUndefined();
  expect(findPackageManager(dir)).toBeUndefined();
});
