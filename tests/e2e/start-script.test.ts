import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from './bugsweep.ts';

const script = join(import.meta.dirname, '../../bin/bugsweep.mjs');

test('an old Node is refused before anything is imported', () => {
  const dir = temporaryFolder();
  const pretend = (version: string) => {
    const versions = `{ ...process.versions, node: '${version}' }`;
    writeFiles(dir, { 'old.cjs': `Object.defineProperty(process, 'versions', { value: ${versions} });` });
    const words = ['--require', join(dir, 'old.cjs'), script, '--version'];
    return spawnSync(process.execPath, words, { cwd: dir, encoding: 'utf8' });
  };
  for (const version of ['18.20.4', '20.18.3']) {
    expect(pretend(version)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: `bugsweep needs Node 20.19 or newer; this is ${version}.\n`,
    });
  }
  expect(pretend('20.19.0').status).toBe(0);
});

test('a checkout that was not built says what to type', () => {
  const dir = temporaryFolder();
  mkdirSync(join(dir, 'bin'));
  copyFileSync(script, join(dir, 'bin/bugsweep.mjs'));
  const { status, stderr } = spawnSync(process.execPath, ['bin/bugsweep.mjs', 'tasks'], { cwd: dir, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'bugsweep is not built here: type `npm run build` in its folder first.\n',
  });
});
