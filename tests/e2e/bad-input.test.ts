import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bugsweep, expectTrials, temporaryFolder, writeFiles } from './bugsweep.ts';
import { REFERENCE, writeTinySuite } from './tiny-suite.ts';
import { trialOf } from './trial-of.ts';

const asRoot = process.getuid?.() === 0;

describe('what is missing', () => {
  it('a reference that does not apply is a fault of the task', async () => {
    const cwd = temporaryFolder();
    const files = { 'solution/reference.patch': REFERENCE.replace('-41', '-40') };
    const suite = writeTinySuite(cwd, [{ id: 'one', files }]);
    const { trial } = await trialOf(cwd, suite, 'oracle');
    expectTrials(trial).toMatchObject({ outcome: 'task-error', passed: false });
    expect(trial.reason).toContain('answer.txt');
  });

  it('a patch of the caller that does not apply: an error of its agent, said where the trial is told', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinySuite(cwd, [{ id: 'one' }]);
    writeFiles(cwd, { 'bad.diff': REFERENCE.replace('-41', '-40') });
    const { exitCode, trial } = await trialOf(cwd, suite, 'patch:bad.diff', ['--name', 'r']);
    expectTrials(trial).toMatchObject({ outcome: 'judged', agentEnd: 'error', passed: false });
    expect(exitCode).toBe(0);
    const told = await bugsweep(['run', '--suite', suite, '--agent', 'patch:bad.diff'], { cwd });
    expect(told.stderr).toMatch(/agent error: the patch bad\.diff does not apply.*answer\.txt/);
  });

  it('a patch file that does not exist, an unknown agent, an unknown task: told before anything is made', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinySuite(cwd, [{ id: 'one' }]);
    for (const [words, message] of [
      [['--agent', 'patch:missing.diff'], 'missing.diff'],
      [['--agent', 'orcale'], 'did you mean oracle?'],
      [['--agent', 'nop', '--task', 'onne'], 'did you mean one?'],
      [['--agent', 'oracle:foo'], 'takes no argument'],
      [['--agent', 'oracle,nop', '--model', 'm1'], 'take no model'],
      [[], 'no agent was named'],
    ] as const) {
      const ended = await bugsweep(['run', '--suite', suite, ...words], { cwd });
      expect(ended.exitCode, message).toBe(2);
      expect(ended.stderr).toContain(message);
    }
    expect(existsSync(join(cwd, 'runs'))).toBe(false);
  });

  // A file system of a size of its own can be mounted by root only.
  describe.runIf(asRoot)('space on the disk', () => {
    const suiteOfSix = (cwd: string) =>
      writeTinySuite(
        cwd,
        'abcdef'.split('').map((letter) => ({ id: `task-${letter}` })),
      );
    const mounted = (dir: string, size: string): void => {
      mkdirSync(dir);
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', dir]);
      onTestFinished(() => void execFileSync('umount', [dir]));
    };
    const words = (suite: string) => ['run', '--suite', suite, '--agent', 'oracle', '--name', 'r', '--jobs', '1'];

    it.each([100, 150, 185])(
      'of the runs, %d of 200 KiB taken: the run stops, says so, and keeps what is finished (as root)',
      async (taken) => {
        const cwd = temporaryFolder();
        const suite = suiteOfSix(cwd);
        mounted(join(cwd, 'runs'), '200k');
        writeFileSync(join(cwd, 'runs/ballast'), Buffer.alloc(taken << 10));
        const ended = await bugsweep(words(suite), { cwd });
        expect(ended.exitCode, ended.stderr).toBe(3);
        expect(ended.stderr).toContain('no space left');
        expect(ended.stderr).not.toContain('bug of bugsweep');
        execFileSync('mount', ['-o', 'remount,size=20m', join(cwd, 'runs')]);
        const started = existsSync(join(cwd, 'runs/r/run.json'));
        const again = started ? ['run', '--resume', 'r', '--json'] : [...words(suite), '--json'];
        const resumed = await bugsweep(again, { cwd });
        expect(JSON.parse(resumed.stdout).summary).toMatchObject({ planned: 6, judged: 6, passed: 6 });
      },
    );

    it.each(['20k', '160k'])(
      'of the scratch, %s in all: no verdict, and the machine is named (as root)',
      async (size) => {
        const cwd = temporaryFolder();
        const suite = suiteOfSix(cwd);
        chmodSync(cwd, 0o711);
        mounted(join(cwd, 'scratch'), size);
        const ended = await bugsweep(words(suite), { cwd, env: { BUGSWEEP_TMP: join(cwd, 'scratch') } });
        expect(ended.exitCode, ended.stderr).toBe(3);
        expect(ended.stdout + ended.stderr).toContain('no space left');
        expect(ended.stderr).not.toContain('bug of bugsweep');
        const resumed = await bugsweep(
          existsSync(join(cwd, 'runs/r/run.json')) ? ['run', '--resume', 'r', '--json'] : [...words(suite), '--json'],
          { cwd },
        );
        expect(JSON.parse(resumed.stdout).summary).toMatchObject({ planned: 6, judged: 6, passed: 6 });
      },
    );
  });
});
