import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { RunConfig } from '../schema/index.ts';
import { createRunFolder, findRun, wordsFor } from './run-folder.ts';

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'bugsweep-run-folder-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

const config = { run: 'r', cwd: '/' } as RunConfig;

test('whether a name is taken is looked at under the lock only: no run is written over', () => {
  const dir = join(folder(), 'r');
  const other = createRunFolder(dir, { ...config, run: 'other' });
  expect(() => createRunFolder(dir, config), 'nobody looks before the lock is free').toThrow('in use by process');
  other.release();
  expect(() => createRunFolder(dir, config)).toThrow('holds a run already');
  expect(existsSync(join(dir, 'run.lock')), 'the lock is given back').toBe(false);
  expect(JSON.parse(readFileSync(join(dir, 'run.json'), 'utf8')).run).toBe('other');
});

test('a run is found by its name, also beside a folder of that name which is no run', () => {
  const cwd = folder();
  mkdirSync(join(cwd, 'r'));
  mkdirSync(join(cwd, 'runs/r'), { recursive: true });
  writeFileSync(join(cwd, 'runs/r/run.json'), '{}');
  expect(findRun('r', cwd, join(cwd, 'runs'))).toBe(join(cwd, 'runs/r'));
});

test('the words for a run name its folder of runs unless it is the usual one', () => {
  expect(wordsFor('/home/me/runs/r', '/home/me')).toBe('r');
  expect(wordsFor('/home/me/other/r', '/home/me')).toBe('r --runs other');
  expect(wordsFor('/home/me/r', '/home/me')).toBe('r --runs .');
  expect(wordsFor('/home/me/my runs/r', '/home/me')).toBe("r --runs 'my runs'");
});
