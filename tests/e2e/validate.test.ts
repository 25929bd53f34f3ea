import { expect, it } from 'vitest';
import { bugsweep, type Ended, temporaryFolder, writeFiles } from './bugsweep.ts';
import { writeTinyApps } from './tiny-app.ts';
import { HONEST_JUDGE, REFERENCE, writeTinySuite } from './tiny-suite.ts';

const answer = (text: string) => REFERENCE.replace('+42', `+${text}`);
const failing = (check: string, patch: string) => `Why nobody should take it.\nFails: ${check}\n\n${patch}`;
const TARGET = 'the answer is 42';

/** What the gate complains of, one line each: label, then message. */
function complaints({ stdout }: Ended): string[] {
  const { violations } = JSON.parse(stdout);
  return violations.map(({ task, label, message }: Record<string, string>) => `${task} ${label}: ${message}`).sort();
}

it('honest judges are let through, with the rates of what was judged', async () => {
  const cwd = temporaryFolder();
  const files = {
    'solution/wrong/forty.patch': failing(TARGET, answer('40')),
    'solution/wrong/breaks-other.patch': failing(
      'the other file is as it was',
      `${REFERENCE}diff --git a/other.txt b/other.txt\n--- a/other.txt\n+++ b/other.txt\n@@ -1 +1 @@\n-keep\n+lost\n`,
    ),
    'solution/alternative/spaced.patch': answer(' 42 '),
  };
  const suite = writeTinySuite(cwd, [{ id: 'honest', files }]);
  const ended = await bugsweep(['validate', suite, '--repeat', '2', '--json'], { cwd });
  expect(ended.exitCode, ended.stderr).toBe(0);
  expect(JSON.parse(ended.stdout)).toMatchObject({
    violations: [],
    tasks: [{ task: 'tiny/honest', judged: 10 }],
    rates: {
      ...{ baseTarget: 0, basePreservation: 1, referenceTarget: 1, referencePreservation: 1 },
      ...{ wrongAccepted: 0, alternativesRejected: 0, blankAccepted: null, baseTargetSd: 0, referenceTargetSd: 0 },
    },
  });
});

it('a judge that errs is named, with what it got wrong, and the exit code is 1', async () => {
  const cwd = temporaryFolder();
  const says = (check: string, kind: string, ok: string) =>
    `console.log(JSON.stringify({ check: '${check}', kind: '${kind}', verdict: (${ok}) ? 'pass' : 'fail', expected: 'e', seen: 's' }));\n`;
  const read = `import { readFileSync } from 'node:fs';\nconst text = readFileSync(process.env.WORKSPACE + '/answer.txt', 'utf8').trim();\n`;
  const judge = (target: string, preservation = 'true') =>
    read + says('target', 'target', target) + says('rest', 'preservation', preservation);
  const forty = { 'solution/wrong/forty.patch': failing('target', answer('40')) };
  const suite = writeTinySuite(cwd, [
    { id: 'accepts-base', judge: judge('true') },
    { id: 'blames-base', judge: judge("text === '42'", "text === '42'") },
    { id: 'accepts-wrong', judge: judge("text !== '41'"), files: forty },
    { id: 'too-strict', judge: judge("text === '42'"), files: { 'solution/alternative/more.patch': answer('42.0') } },
    { id: 'refuses-reference', judge: judge("text === '43'") },
    { id: 'wavers', judge: "console.log('garbage');\n" },
    {
      id: 'other-reason',
      judge: judge("text === '42'"),
      files: { 'solution/wrong/forty.patch': failing('rest', answer('40')) },
    },
    {
      id: 'no-such-check',
      judge: judge("text === '42'"),
      files: { 'solution/wrong/forty.patch': failing('trget', answer('40')) },
    },
    {
      id: 'unsaid',
      judge: judge("text === '42'"),
      files: { 'solution/wrong/forty.patch': answer('40') },
    },
    { id: 'stale-patch', files: { 'solution/wrong/stale.patch': failing(TARGET, REFERENCE.replace('-41', '-39')) } },
    { id: 'honest', judge: HONEST_JUDGE },
  ]);
  const ended = await bugsweep(['validate', suite, '--json'], { cwd });
  expect(ended.exitCode).toBe(1);
  expect(complaints(ended)).toEqual([
    'tiny/accepts-base base: the buggy base does not fail the target (pass)',
    'tiny/accepts-wrong wrong/forty.patch: a wrong solution is accepted by "target"',
    'tiny/blames-base base: the buggy base does not pass preservation: "rest": s',
    'tiny/no-such-check wrong/forty.patch: its header names a check that the judge does not have: "trget"',
    'tiny/other-reason wrong/forty.patch: a wrong solution is accepted by "rest"',
    'tiny/refuses-reference reference: a right solution is rejected: "target" failed: s',
    expect.stringContaining(
      'tiny/stale-patch wrong/stale.patch: could not be judged: the patch does not apply: hunk 1',
    ),
    'tiny/too-strict alternative/more.patch: a right solution is rejected: "target" failed: s',
    'tiny/unsaid wrong/forty.patch: its header does not say which check it fails (`Fails: <check>`)',
    ...['base', 'reference'].map(
      (probe) => `tiny/wavers ${probe}: no verdict (task-error): the judge printed a line that is no check: garbage`,
    ),
  ]);
  const { tasks } = JSON.parse(ended.stdout);
  const rates = Object.fromEntries(tasks.map(({ task, rates: own }: { task: string; rates: unknown }) => [task, own]));
  expect(rates['tiny/accepts-wrong']).toMatchObject({ wrongAccepted: 1 });
  expect(rates['tiny/too-strict']).toMatchObject({ alternativesRejected: 1 });
  expect(rates['tiny/stale-patch']).toMatchObject({ wrongAccepted: null });
  expect(rates['tiny/other-reason']).toMatchObject({ wrongAccepted: 0 });
});

it('a judge that does not look at the page, or cannot bear an empty one, is found by pages that show nothing', async () => {
  const cwd = temporaryFolder();
  const spec = (target: string) => `import { expect, test } from 'bugsweep/judge';
test('target', { tag: '@target' }, async ({ page, submission }) => { ${target} });
test('rest', { tag: '@preservation' }, async ({ page }) => { await page.goto('/'); });
`;
  const blind = "expect(submission.changed).toContain('index.html');";
  const helpless = `await page.goto('/');
  const html = await page.content(); if (!html.includes('button')) throw new TypeError('no button');
  expect(html).toContain('+ 1');`;
  const suite = writeTinyApps(cwd, [
    { id: 'blind', judge: spec(blind) },
    { id: 'helpless', judge: spec(helpless) },
  ]);
  const ended = await bugsweep(['validate', suite, '--phases', 'blank', '--json'], { cwd });
  expect(complaints(ended)).toEqual([
    'pages/blind blank page: blank page passes: the judge does not look at the page',
    'pages/blind no JavaScript: no JavaScript passes: the judge does not look at the page',
    expect.stringContaining('pages/helpless blank page: no verdict (infra-error): "target" is uncertain'),
    'pages/helpless no JavaScript: no JavaScript passes: the judge does not look at the page',
  ]);
  expect(ended.exitCode).toBe(1);
});

const PLAIN = (step: string) => `
places: { count: { css: output } }
tests:
  - { id: counts-one, category: target, purpose: p, steps: ['Open /. Click "More". Expect the count to be exactly "1".'] }
  - { id: starts-at-nought, category: preservation, purpose: p, steps: ['Open /. ${step}'] }
`;

it('tests in plain English are held against the judge of the task, and what is not understood is no verdict', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinyApps(cwd, [{ id: 'plain' }, { id: 'unclear' }, { id: 'without' }]);
  writeFiles(suite, {
    'plain/tests/behavior.yaml': PLAIN('Expect the count to be exactly "0".'),
    'unclear/tests/behavior.yaml': PLAIN('Expect it to look right.'),
  });
  const ended = await bugsweep(['validate', suite, '--judge', 'agentic', '--phases', 'base,reference', '--json'], {
    cwd,
  });
  expect(ended.exitCode, ended.stderr).toBe(1);
  const { judged, tasks, violations, agreement } = JSON.parse(ended.stdout);
  expect(judged, 'by both judges').toBe(8);
  expect(tasks).toMatchObject([
    { task: 'pages/plain', judged: 2, violations: 0, rates: { baseTarget: 0, referenceTarget: 1 } },
    { task: 'pages/unclear', judged: 2, violations: 2, rates: { baseTarget: null, referenceTarget: null } },
  ]);
  expect(violations[0].message).toContain('no verdict (task-error)');
  expect(violations[0].message).toContain('no rule for "Expect it to look right"');
  expect(agreement).toMatchObject({
    table: { pass: { pass: 4, fail: 0 }, fail: { pass: 0, fail: 2 }, uncertain: { pass: 2, fail: 0 } },
    ...{ decided: 0.75, agreed: 1 },
  });

  const none = await bugsweep(['validate', suite, '--task', 'without', '--judge', 'agentic'], { cwd });
  expect(none.exitCode).toBe(2);
  expect(none.stderr).toContain('none of the chosen tasks has behavior tests');
});
