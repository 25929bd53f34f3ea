import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../host/temporary-folder.fixture.ts';
import { agentSideFingerprint, hashPaths, judgeSideFingerprint } from './fingerprint.ts';
import { loadSuites } from './load-suite.ts';
import { suiteToml, taskFiles, writeFiles } from './suite-folder.fixture.ts';

test('names, contents and links count; order of names and skipped folders do not', () => {
  const dir = temporaryFolder();
  writeFiles(dir, { 'a/x': '1', 'a/sub/y': '2', 'a/node_modules/z': '3', b: '4' });
  const hash = () => hashPaths(dir, ['b', 'a'], new Set(['node_modules']));
  const first = hash();
  expect(hashPaths(dir, ['a', 'b'], new Set(['node_modules']))).toBe(first);
  writeFiles(dir, { 'a/node_modules/z': 'other' });
  expect(hash()).toBe(first);
  const seen = new Set([first]);
  for (const change of [
    () => writeFiles(dir, { 'a/x': '1\n' }),
    () => writeFiles(dir, { 'a/new': '' }),
    () => symlinkSync('x', join(dir, 'a/link')),
  ]) {
    change();
    seen.add(hash());
  }
  expect(seen.size).toBe(4);
});

test('no content passes for two files', () => {
  const [one, two] = [temporaryFolder(), temporaryFolder()];
  writeFiles(one, { 'd/a': '1', 'd/b': '2' });
  writeFiles(two, { 'd/a': '1\0d/b\x001\x002' });
  expect(hashPaths(one, ['d'])).not.toBe(hashPaths(two, ['d']));
});

test('a changed judge never touches the agent side; a changed seed touches both', () => {
  const dir = temporaryFolder();
  writeFiles(dir, { 'one/suite.toml': suiteToml('one'), ...taskFiles('one', 'a') });
  const both = () => {
    const [task] = loadSuites('one', dir).tasks;
    if (task === undefined) throw new Error('fixture');
    return { agent: agentSideFingerprint(task), judge: judgeSideFingerprint(task) };
  };
  const first = both();
  expect(both()).toEqual(first);
  writeFiles(dir, { 'one/a/solution/analysis.md': 'x' });
  expect(both()).toEqual(first);
  writeFiles(dir, { 'one/a/tests/judge.spec.ts': '// another' });
  const second = both();
  expect(second.agent).toBe(first.agent);
  expect(second.judge).not.toBe(first.judge);
  writeFiles(dir, { 'one/a/environment/seed.patch': 'x' });
  expect(both().agent).not.toBe(second.agent);
  expect(both().judge).not.toBe(second.judge);
});
