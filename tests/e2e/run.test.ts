import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bugsweep, expectTrials, processesWith, temporaryFolder, writeFiles } from './bugsweep.ts';
import { HONEST_JUDGE, writeTinySuite } from './tiny-suite.ts';

const runJson = async (cwd: string, words: string[]) => {
  const ended = await bugsweep(['run', ...words, '--json'], { cwd });
  return { ...ended, answer: ended.stdout.startsWith('{') ? JSON.parse(ended.stdout) : undefined };
};

/** The one trial folder of a run. */
function trialDir(cwd: string, run: string): string {
  const config = JSON.parse(readFileSync(join(cwd, 'runs', run, 'run.json'), 'utf8'));
  return join(cwd, 'runs', run, config.trials[0].dir);
}

const record = (dir: string, name: string) => JSON.parse(readFileSync(join(dir, name), 'utf8'));

describe('bugsweep run', () => {
  it('passes the reference, fails the empty patch, and stores both', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinySuite(cwd, [{ id: 'one' }, { id: 'two' }]);
    const { exitCode, answer } = await runJson(cwd, ['--suite', suite, '--agent', 'oracle,nop', '--name', 'first']);
    expect(exitCode).toBe(0);
    const passed = answer.trials.map((row: { agent: string; task: string; passed: boolean }) => [
      row.agent,
      row.task,
      row.passed,
    ]);
    expect(passed.sort()).toEqual([
      ['nop', 'one', false],
      ['nop', 'two', false],
      ['oracle', 'one', true],
      ['oracle', 'two', true],
    ]);
    expect(answer.summary).toMatchObject({ planned: 4, finished: 4, judged: 4, passed: 2, infraErrors: 0 });
    const report = await bugsweep(['report', 'first', '--json'], { cwd });
    expect(JSON.parse(report.stdout).summary).toMatchObject({ judged: 4, passed: 2 });
  });

  it('plays rounds in one conversation and keeps the patch of each', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinySuite(cwd, [{ id: 'one', rounds: 3 }]);
    writeFiles(cwd, {
      'agent.sh': '#!/bin/sh\ncat > prompt-seen-$ROUND.txt\n[ "$ROUND" = 3 ] && echo 42 > answer.txt\nexit 0\n',
    });
    const { exitCode, answer } = await runJson(cwd, [
      '--suite',
      suite,
      '--agent',
      'command:sh ./agent.sh',
      '--name',
      'r',
    ]);
    // `sh` is the first word: the script is not in the pod, so the agent fails and its empty patch is judged.
    expect(exitCode).toBe(0);
    expectTrials(answer.trials[0]).toMatchObject({ passed: false, agentEnd: 'error' });
    const again = await runJson(cwd, ['--suite', suite, '--agent', 'command:./agent.sh', '--name', 'r2']);
    expectTrials(again.answer.trials[0]).toMatchObject({ agentEnd: 'error' });
    writeFileSync(join(cwd, 'agent.sh'), readFileSync(join(cwd, 'agent.sh')), { mode: 0o755 });
    const { chmodSync } = await import('node:fs');
    chmodSync(join(cwd, 'agent.sh'), 0o755);
    const third = await runJson(cwd, ['--suite', suite, '--agent', 'command:./agent.sh', '--name', 'r3']);
    expectTrials(third.answer.trials[0]).toMatchObject({ passed: true, agentEnd: 'finished' });
    const dir = trialDir(cwd, 'r3');
    expect(record(dir, 'prediction.json').rounds).toHaveLength(3);
    expect(readFileSync(join(dir, 'patch-round-1.diff'), 'utf8')).toContain('prompt-seen-1.txt');
    expect(readFileSync(join(dir, 'patch-round-1.diff'), 'utf8')).not.toContain('+42');
    expect(readFileSync(join(dir, 'patch.diff'), 'utf8')).toContain('+42');
    expect(readFileSync(join(dir, 'prompt-2.md'), 'utf8')).toContain('Once more (2).');
  });

  it('judges what an agent left, also after a time-out, and says how it ended', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinySuite(cwd, [{ id: 'one' }]);
    const command = 'command:/bin/sh -c "echo 42 > answer.txt; setsid sleep 604 & sleep 600"';
    const { exitCode, answer } = await runJson(cwd, ['--suite', suite, '--agent', command, '--agent-timeout', '3']);
    expect(exitCode).toBe(0);
    expectTrials(answer.trials[0]).toMatchObject({ passed: true, agentEnd: 'timeout', outcome: 'judged' });
    // Processes that left their group are gone, too.
    expect(processesWith('sleep 604')).toEqual([]);
  });

  it('repeats nothing on resume; a changed judge judges anew and runs no agent', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinySuite(cwd, [{ id: 'one' }]);
    await runJson(cwd, ['--suite', suite, '--agent', 'oracle', '--name', 'r']);
    const dir = trialDir(cwd, 'r');
    const before = record(dir, 'trial.json');
    const same = await runJson(cwd, ['--resume', 'r']);
    expect(same.exitCode).toBe(0);
    expect(record(dir, 'trial.json').finishedAt).toBe(before.finishedAt);

    writeFileSync(join(suite, 'one/tests/judge.mjs'), HONEST_JUDGE.replace("=== '42'", "=== '43'"));
    const changed = await runJson(cwd, ['--resume', 'r']);
    expectTrials(changed.answer.trials[0]).toMatchObject({ passed: false });
    expect(record(dir, 'prediction.json').startedAt, 'the agent did not work again').toBe(before.startedAt);
    expect(record(join(dir, 'tries/1'), 'trial.json')).toMatchObject({ passed: true });
  });

  it('refuses two processes on one run, a run of a newer version, and a name that is taken', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinySuite(cwd, [{ id: 'one' }]);
    const slow = 'command:/bin/sh -c "sleep 6"';
    const first = runJson(cwd, ['--suite', suite, '--agent', slow, '--name', 'r']);
    await expect.poll(() => existsSync(join(cwd, 'runs/r/run.json')), { timeout: 30_000 }).toBe(true);
    const second = await bugsweep(['run', '--resume', 'r'], { cwd });
    expect(second.exitCode).toBe(2);
    expect(second.stderr).toMatch(/in use by process \d+/);
    expect((await first).exitCode).toBe(0);

    const taken = await bugsweep(['run', '--suite', suite, '--agent', 'nop', '--name', 'r'], { cwd });
    expect(taken).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--resume r') });

    const path = join(cwd, 'runs/r/run.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"schemaVersion": 1', '"schemaVersion": 99'));
    for (const words of [
      ['run', '--resume', 'r'],
      ['report', 'r'],
      ['judge', 'r'],
    ]) {
      const ended = await bugsweep(words, { cwd });
      expect(ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('newer bugsweep') });
    }
    expect(readdirSync(join(cwd, 'runs/r/trials'))).toEqual(['tiny']);
  });

  it('judges a patch alone, and names file and hunk of one that does not apply', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinySuite(cwd, [{ id: 'one' }]);
    const good = await bugsweep(['judge', join(suite, 'one/solution/reference.patch'), '--task', join(suite, 'one')], {
      cwd,
    });
    expect(good).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('PASS') });
    writeFiles(cwd, {
      'bad.diff': 'diff --git a/answer.txt b/answer.txt\n--- a/answer.txt\n+++ b/answer.txt\n@@ -1 +1 @@\n-40\n+42\n',
    });
    const bad = await bugsweep(['judge', 'bad.diff', '--task', join(suite, 'one')], { cwd });
    expect(bad.exitCode).toBe(2);
    expect(bad.stderr).toMatch(/answer\.txt/);
    expect(bad.stderr).toMatch(/hunk 1 \(@@ -1,1 \+1,1 @@\)/);
  });

  it('draws the same sample from the same seed', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinySuite(
      cwd,
      'abcdefghij'.split('').map((letter) => ({ id: `task-${letter}` })),
    );
    const plan = async (seed: string) =>
      (
        await runJson(cwd, ['--suite', suite, '--agent', 'nop', '--sample', '4', '--seed', seed, '--dry-run'])
      ).answer.trials.map(({ task }: { task: string }) => task);
    const first = await plan('7');
    expect(first).toHaveLength(4);
    expect(await plan('7')).toEqual(first);
    expect(await plan('8')).not.toEqual(first);
    expect(existsSync(join(cwd, 'runs'))).toBe(false);
  });
});
