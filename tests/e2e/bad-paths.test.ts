import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bugsweep, temporaryFolder, writeFiles } from './bugsweep.ts';
import { writeTinySuite } from './tiny-suite.ts';

/** Nobody can write here, root neither. */
function sealedFolder(cwd: string): string {
  const dir = join(cwd, 'sealed');
  mkdirSync(dir);
  if (process.getuid?.() === 0) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', dir]);
    onTestFinished(() => void execFileSync('umount', [dir]));
  } else chmodSync(dir, 0o555);
  return dir;
}

it('a path of the caller that cannot be used is named, and is no bug of bugsweep', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinySuite(cwd, [{ id: 'one' }]);
  const task = join(suite, 'one');
  const patch = join(task, 'solution/reference.patch');
  writeFiles(cwd, { 'a-file': '' });
  const sealed = sealedFolder(cwd);
  for (const [words, named, at] of [
    [['judge', '.', '--task', task], 'folder', cwd],
    [['judge', patch, '--task', task, '--runs', 'a-file'], 'a-file', cwd],
    [['judge', 'r', '--runs', 'a-file'], 'a-file', cwd],
    [['run', '--suite', suite, '--agent', 'nop', '--runs', 'a-file'], 'a-file', cwd],
    [['run', '--suite', suite, '--agent', 'patch:.'], 'folder', cwd],
    [['run', '--resume', 'r', '--runs', 'a-file'], 'a-file', cwd],
    [['clean', '--runs', 'a-file'], 'a-file', cwd],
    [['report', 'r', '--runs', 'a-file'], 'a-file', cwd],
    [['validate', suite, '--evidence', 'a-file'], 'a-file', cwd],
    [['new', 'task', 'a-file/one'], 'a-file', cwd],
    [['run', '--suite', suite, '--agent', 'nop'], 'runs', sealed],
    [['new', 'task', 'mine/one'], 'mine', sealed],
  ] as const) {
    const { exitCode, stderr } = await bugsweep(words, { cwd: at });
    expect({ exitCode, bug: / {4}at |bug of bugsweep/.test(stderr) }, `${words.join(' ')}\n${stderr}`).toEqual({
      exitCode: 2,
      bug: false,
    });
    expect(stderr, words.join(' ')).toContain(named);
  }
});
