import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bugsweep, expectTrials, temporaryFolder, writeFiles } from './bugsweep.ts';
import { makeRows } from './sweeper-rows.ts';

const jsonl = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

async function imported(...flags: string[]) {
  const cwd = temporaryFolder();
  const rows = makeRows(join(cwd, 'repositories'));
  writeFileSync(join(cwd, 'test.jsonl'), jsonl(rows));
  const ended = await bugsweep(['import', 'sweeper-bench', 'test.jsonl', '--out', 'sweeper', ...flags], { cwd });
  expect(ended.exitCode, ended.stderr).toBe(0);
  return { cwd, rows, ended };
}

test('rows become tasks whose verdicts are right: oracle passes, nop does not', async () => {
  const { cwd } = await imported();
  const shown = await bugsweep(['show', 'sweeper-002', '--suite', 'sweeper'], { cwd });
  expect(shown.stdout).toContain('Find and fix issues in what greeting shows.');
  expect(shown.stdout).toContain('http://127.0.0.1:13200');
  const words = ['run', '--suite', 'sweeper', '--agent', 'oracle,nop', '--attempts', '1', '--json'];
  const { stdout, stderr, exitCode } = await bugsweep(words, { cwd });
  expect(exitCode, stderr).toBe(0);
  const { trials } = JSON.parse(stdout);
  const come = (trials as Record<string, string>[]).map(
    ({ task, agent, outcome, target, preservation }) => `${task} ${agent} ${outcome} ${target} ${preservation}`,
  );
  expectTrials(trials, stderr).toHaveLength(6);
  expect(come.sort(), JSON.stringify(trials)).toEqual(
    ['sweeper-001', 'sweeper-002', 'sweeper-003'].flatMap((id) => [
      `${id} nop judged fail pass`,
      `${id} oracle judged pass pass`,
    ]),
  );
});

test('validate holds the imported tests against base and reference', async () => {
  const { cwd } = await imported();
  const words = ['validate', '--suite', 'sweeper', '--judge', 'agentic', '--phases', 'base,reference', '--json'];
  const { stdout, stderr, exitCode } = await bugsweep(words, { cwd });
  expect(exitCode, `${stdout}\n${stderr}`).toBe(0);
  const { judged, violations, rates } = JSON.parse(stdout);
  expect({ judged, violations }).toEqual({ judged: 6, violations: [] });
  expect(rates).toMatchObject({ baseTarget: 0, basePreservation: 1, referenceTarget: 1, referencePreservation: 1 });
});

test('malformed rows are named with their field, and the rest is imported', async () => {
  const { cwd, rows } = await imported('--offline');
  const [first, second, third] = rows;
  const wrong = [first, { ...second, base_commit: 'HEAD' }, { ...third, workflows: 'x', slug: '' }];
  writeFileSync(join(cwd, 'wrong.jsonl'), jsonl(wrong));
  const words = ['import', 'sweeper-bench', 'wrong.jsonl', '--out', 'others', '--offline'];
  const ended = await bugsweep([...words, '--json'], { cwd });
  expect(ended.exitCode).toBe(1);
  const { tasks, refused } = JSON.parse(ended.stdout);
  expect(tasks).toMatchObject([{ id: 'sweeper-001', dir: join(cwd, 'others/sweeper-001') }]);
  expect(refused).toMatchObject([
    { row: 2, field: 'base_commit' },
    { row: 3, field: 'slug' },
  ]);
  const text = await bugsweep(words, { cwd });
  expect(text.stdout).toContain('row 2: base_commit must be a commit id of 40 hex digits');
  expect(text.stdout).toContain('1 tasks in others');
});

test('a product that nobody can start is a task-error that says what to fill in', async () => {
  const { cwd, ended } = await imported('--offline');
  expect(ended.stderr).toContain('environment/app.toml');
  const words = ['run', '--suite', 'sweeper', '--task', 'sweeper-001', '--agent', 'nop', '--attempts', '1', '--json'];
  const { stdout, exitCode } = await bugsweep(words, { cwd });
  expect(exitCode).toBe(3);
  const [trial] = JSON.parse(stdout).trials;
  expect(trial).toMatchObject({ outcome: 'task-error', reason: expect.stringContaining('environment/app.toml') });
});

test('importing again keeps what is the user’s, and touches nothing of others', async () => {
  const { cwd } = await imported('--offline');
  const again = (out: string) =>
    bugsweep(['import', 'sweeper-bench', 'test.jsonl', '--out', out, '--offline'], { cwd });
  const appFile = join(cwd, 'sweeper/sweeper-001/environment/app.toml');
  const mine = `${readFileSync(appFile, 'utf8')}\n# mine\n`;
  writeFileSync(appFile, mine);
  writeFileSync(join(cwd, 'sweeper/sweeper-001/open.md'), 'changed');
  expect((await again('sweeper')).exitCode).toBe(0);
  expect(readFileSync(appFile, 'utf8')).toBe(mine);
  expect(readFileSync(join(cwd, 'sweeper/sweeper-001/open.md'), 'utf8')).toContain('Find and fix');

  writeFiles(cwd, { 'own/letter.txt': 'x', 'sweeper/sweeper-002/solution/row.json': '' });
  expect(await again('own')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is no suite') });
  writeFiles(cwd, { 'mixed/suite.toml': readFileSync(join(cwd, 'sweeper/suite.toml'), 'utf8') });
  writeFiles(cwd, { 'mixed/sweeper-003/task.toml': 'mine' });
  expect(await again('mixed')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('not made by this import'),
  });
  expect(existsSync(join(cwd, 'mixed/sweeper-001'))).toBe(false);
  expect(await again('Bad Name')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('name of a suite') });
});
