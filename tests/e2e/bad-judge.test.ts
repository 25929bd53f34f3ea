import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectTrials, temporaryFolder } from './bugsweep.ts';
import { writeTinyApps } from './tiny-app.ts';
import { HONEST_JUDGE, writeTinySuite } from './tiny-suite.ts';
import { trialOf } from './trial-of.ts';

describe('a judge that cannot be trusted', () => {
  it.each([
    ['hangs', 'setInterval(() => {}, 1000);', /did not end within/],
    ['crashes', 'throw new Error("judge is broken");', /exit code 1[\s\S]*judge is broken/],
    ['prints garbage', 'console.log("PASSED everything");', /no check: PASSED everything/],
    ['prints nothing', '', /printed no check/],
    [
      'names two checks alike',
      `${HONEST_JUDGE}say('the answer is 42', 'target', true, 'again');`,
      /two checks are called/,
    ],
    ['prints a pass and then dies', `${HONEST_JUDGE}process.exit(3);`, /exit code 3/],
    [
      'prints an unknown verdict',
      'console.log(JSON.stringify({check:"a",kind:"target",verdict:"great"}));',
      /no check/,
    ],
  ])('%s: a fault of the task, never a pass', async (what, judge, reason) => {
    const cwd = temporaryFolder();
    const suite = writeTinySuite(cwd, [{ id: 'one', judge }]);
    const task = join(suite, 'one/task.toml');
    const timeoutMs = what === 'hangs' ? 4_000 : 60_000;
    writeFileSync(task, readFileSync(task, 'utf8').replace('timeoutMs = 15000', `timeoutMs = ${timeoutMs}`));
    const { exitCode, trial } = await trialOf(cwd, suite, 'oracle');
    expectTrials(trial).toMatchObject({ outcome: 'task-error', passed: false, agentEnd: 'finished' });
    expect(trial.reason).toMatch(reason);
    expect(exitCode).toBe(3);
  });
});

describe('a browser judge that cannot be trusted', () => {
  const wrap = (body: string) =>
    `import { expect, test } from 'bugsweep/judge';\n${body}\ntest('kept', { tag: '@preservation' }, async ({ page }) => { await page.goto('/'); });\n`;
  it.each([
    ['does not compile', 'import { expect from "bugsweep/judge";', /./],
    ['throws by itself', wrap(`test('t', { tag: '@target' }, async () => { null.x; });`), /judge itself failed/],
    ['has no target', wrap(''), /no target check/],
    ['tags nothing', wrap(`test('t', async () => {});`), /exactly one of/],
    [
      'hangs',
      wrap(`test('t', { tag: '@target' }, async () => { await new Promise(() => {}); });`),
      /did not end|Test timeout/,
    ],
    [
      'has a failing control',
      wrap(
        `test('t', { tag: '@target' }, async () => {}); test('c', { tag: '@control' }, async () => { expect(1).toBe(2); });`,
      ),
      /control "c" failed/,
    ],
  ])('%s: never a pass', async (what, judge, reason) => {
    const cwd = temporaryFolder();
    // The one that hangs is waited for; the others need a page, which takes seconds on a loaded machine.
    const checkTimeoutMs = what === 'hangs' ? 3_000 : 60_000;
    const suite = writeTinyApps(cwd, [{ id: 'counter', judge, checkTimeoutMs }]);
    const { exitCode, trial } = await trialOf(cwd, suite, 'oracle');
    expectTrials(trial).toMatchObject({ outcome: 'task-error', passed: false });
    expect(trial.reason).toMatch(reason);
    expect(exitCode).toBe(3);
  });
});
