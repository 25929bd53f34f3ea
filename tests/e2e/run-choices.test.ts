import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bugsweep, temporaryFolder, writeFiles } from './bugsweep.ts';
import { writeTinySuite } from './tiny-suite.ts';

const GOOD = '#!/bin/sh\necho 42 > answer.txt\n';
const BAD = '#!/bin/sh\necho 40 > answer.txt\n';

function writeScripts(cwd: string, scripts: Record<string, string>): void {
  writeFiles(cwd, scripts);
  for (const name of Object.keys(scripts)) chmodSync(join(cwd, name), 0o755);
}

it('two commands are two agents: in the answer, in the tables, and after a resume', async () => {
  const cwd = temporaryFolder();
  const files = { 'detailed.md': 'Write 42.\n' };
  const suite = writeTinySuite(cwd, [{ id: 'one', files }]);
  writeScripts(cwd, { 'good.sh': GOOD, 'bad.sh': BAD });
  const agents = ['--agent', 'command:./good.sh', '--agent', 'command:./bad.sh', '--level', 'ticket,detailed'];
  const ended = await bugsweep(['run', '--suite', suite, ...agents, '--name', 'r', '--json'], { cwd });
  const { summary, trials } = JSON.parse(ended.stdout);
  const groups = summary.groups.map((group: Record<string, unknown>) => [group.label, group.level, group.passed]);
  expect(groups, ended.stderr).toEqual([
    ['command:./bad.sh', 'detailed', 0],
    ['command:./bad.sh', 'ticket', 0],
    ['command:./good.sh', 'detailed', 1],
    ['command:./good.sh', 'ticket', 1],
  ]);
  const ids = trials.map(({ label, variant }: { label: string; variant: object }) => JSON.stringify([label, variant]));
  expect(new Set(ids).size).toBe(4);
  const { stdout } = await bugsweep(['report', 'r'], { cwd });
  expect(stdout).toMatch(/command:\.\/bad\.sh +detailed +0 %/);
  expect(stdout).toMatch(/one +ticket +command:\.\/good\.sh +1\/1/);

  // A run of before labels were kept: what its run.json says of its agents still tells them apart.
  const path = join(cwd, 'runs/r/run.json');
  const old = JSON.parse(readFileSync(path, 'utf8'));
  for (const { id } of old.trials) id.label = undefined;
  writeFileSync(path, JSON.stringify(old));
  for (const { dir } of old.trials) {
    const file = join(cwd, 'runs/r', dir, 'trial.json');
    const record = JSON.parse(readFileSync(file, 'utf8'));
    record.id.label = undefined;
    writeFileSync(file, JSON.stringify(record));
  }
  for (const words of [
    ['report', 'r'],
    ['run', '--resume', 'r'],
  ]) {
    const again = await bugsweep([...words, '--json'], { cwd });
    expect(again.exitCode, again.stderr).toBe(0);
    expect(JSON.parse(again.stdout).summary.groups).toHaveLength(4);
  }
  expect(readdirSync(join(cwd, 'runs/r/trials/tiny/one'))).toHaveLength(2);
});

it('what is named twice is planned once; two suites that would share folders are refused', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinySuite(cwd, [{ id: 'one' }]);
  const twice = ['--agent', 'nop,nop', '--agent', 'nop', '--level', 'ticket,ticket', '--name', 'r', '--json'];
  const ended = await bugsweep(['run', '--suite', suite, ...twice], { cwd });
  expect(JSON.parse(ended.stdout).summary, ended.stderr).toMatchObject({ planned: 1, judged: 1 });
  const { agents, levels } = JSON.parse(readFileSync(join(cwd, 'runs/r/run.json'), 'utf8'));
  expect([agents.length, levels]).toEqual([1, ['ticket']]);

  const other = writeTinySuite(join(cwd, 'copy'), [{ id: 'one' }]);
  const both = await bugsweep(['run', '--suite', suite, '--suite', other, '--agent', 'nop', '--name', 'two'], { cwd });
  expect(both.exitCode).toBe(2);
  expect(both.stderr).toContain(join(suite, 'one'));
  expect(both.stderr).toContain(join(other, 'one'));
  expect(existsSync(join(cwd, 'runs/two'))).toBe(false);
});

it('--resume takes --jobs and --dry-run, and refuses what was decided when the run was planned', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinySuite(cwd, [{ id: 'one' }, { id: 'two' }]);
  await bugsweep(['run', '--suite', suite, '--agent', 'nop', '--name', 'r'], { cwd });
  const { trials } = JSON.parse(readFileSync(join(cwd, 'runs/r/run.json'), 'utf8'));
  rmSync(join(cwd, 'runs/r', trials[0].dir), { recursive: true });
  const resume = async (...flags: string[]) => bugsweep(['run', '--resume', 'r', ...flags], { cwd });

  for (const [flags, named] of [
    [['--agent', 'oracle', '--attempts', '2'], '--agent, --attempts'],
    [['--task', 'one'], '--task'],
    [['--seed', '0'], '--seed'],
    [['--unsafe-no-sandbox'], 'sandbox'],
  ] as const) {
    const refused = await resume(...flags);
    expect(refused, named).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(named) });
  }
  const judge = await bugsweep(['judge', 'r', '--unsafe-no-sandbox'], { cwd });
  expect(judge).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('sandbox') });

  const events = readFileSync(join(cwd, 'runs/r/events.jsonl'), 'utf8');
  const plan = await resume('--dry-run', '--json');
  expect(JSON.parse(plan.stdout).trials, plan.stderr).toEqual([trials[0].id]);
  expect((await resume('--dry-run')).stdout).toContain('one trial, 2 at once, would be played; one is finished');
  expect(existsSync(join(cwd, 'runs/r', trials[0].dir))).toBe(false);
  expect(readFileSync(join(cwd, 'runs/r/events.jsonl'), 'utf8')).toBe(events);

  const resumed = await resume('--jobs', '1', '--json');
  expect(JSON.parse(resumed.stdout).summary, resumed.stderr).toMatchObject({ planned: 2, finished: 2, judged: 2 });
});
