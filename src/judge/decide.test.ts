import { describe, expect, it } from 'vitest';
import type { CheckKind, CheckResult, Verdict } from '../schema/index.ts';
import { decide } from './decide.ts';
import type { GroupResult } from './group.ts';

const check = (kind: CheckKind, verdict: Verdict, more: Partial<CheckResult> = {}): CheckResult => ({
  name: more.name ?? kind,
  kind,
  verdict,
  notRun: false,
  expected: 'e',
  seen: 's',
  durationMs: 1,
  evidence: [],
  ...more,
});
const group = (checks: CheckResult[], trouble?: GroupResult['trouble']): GroupResult => ({
  checks,
  durationMs: 1,
  checksMs: 1,
  ...(trouble === undefined ? {} : { trouble }),
});
const good = group([check('target', 'pass'), check('preservation', 'pass'), check('control', 'pass')]);
const baseFine = group([check('target', 'fail'), check('preservation', 'pass'), check('control', 'pass')]);

/** Plays scripted results and records what was asked for. */
function script(patch: GroupResult[], base: GroupResult[] = []) {
  const asked: string[] = [];
  return {
    asked,
    run: async (subject: 'patch' | 'base') => {
      asked.push(subject);
      const next = (subject === 'patch' ? patch : base).shift();
      if (next === undefined) throw new Error(`no result left for ${subject}`);
      return next;
    },
  };
}

describe('decide', () => {
  it('passes when target and preservation pass, in one try', async () => {
    const { run, asked } = script([good]);
    expect(await decide(run)).toMatchObject({ passed: true, outcome: 'judged', target: 'pass', preservation: 'pass' });
    expect(asked).toEqual(['patch']);
  });

  it('never retries a fail, and needs both groups', async () => {
    const { run, asked } = script([group([check('target', 'pass'), check('preservation', 'fail')])]);
    expect(await decide(run)).toMatchObject({ passed: false, outcome: 'judged', target: 'pass', preservation: 'fail' });
    expect(asked).toEqual(['patch']);
  });

  it('never blames a task for the machine', async () => {
    const ofMachine = [
      group([], { code: 'environment', message: 'm' }),
      group([], { code: 'judge-not-started', message: 'm' }),
      group([check('target', 'uncertain', { trouble: 'browser' })]),
    ];
    const notReady = group([], { code: 'app-not-ready', message: 'm' });
    for (const lost of ofMachine) {
      for (const patch of [lost, notReady]) {
        const { run } = script([patch, patch, patch], [lost, lost, lost]);
        expect(await decide(run)).toMatchObject({ outcome: 'infra-error', passed: false });
      }
    }
    const { run } = script([notReady, notReady, notReady], [notReady, notReady, notReady]);
    expect(await decide(run)).toMatchObject({ outcome: 'task-error', passed: false });
  });

  it('blames the words of a test that fit the patched page in two ways, after three tries', async () => {
    const unclear = group([check('target', 'uncertain', { trouble: 'step-not-clear' })]);
    const { run, asked } = script([unclear, unclear, unclear], [baseFine]);
    expect(await decide(run)).toMatchObject({ outcome: 'task-error', passed: false });
    expect(asked).toEqual(['patch', 'patch', 'patch', 'base']);
  });

  it('retries what is uncertain and keeps what was settled', async () => {
    const first = group([check('target', 'uncertain', { trouble: 'judge-failed' }), check('preservation', 'fail')]);
    const { run, asked } = script([first, good]);
    const result = await decide(run);
    expect(result).toMatchObject({ passed: false, target: 'pass', preservation: 'fail' });
    expect(result.tries).toHaveLength(2);
    expect(asked).toEqual(['patch', 'patch']);
  });

  const dead = (code: 'app-not-ready' | 'app-died' = 'app-died') => group([], { code, message: 'gone' });

  it.each(['app-not-ready', 'app-died'] as const)(
    'blames the patch for %s if it comes again after base was fine',
    async (code) => {
      const { run, asked } = script([dead(code), dead(code)], [baseFine]);
      expect(await decide(run)).toMatchObject({
        passed: false,
        outcome: 'judged',
        target: 'fail',
        preservation: 'fail',
      });
      expect(asked).toEqual(['patch', 'base', 'patch']);
    },
  );

  it('blames the patch for a failed control if base is fine', async () => {
    const broken = () => group([check('target', 'pass'), check('preservation', 'pass'), check('control', 'fail')]);
    const { run } = script([broken(), broken()], [baseFine]);
    expect(await decide(run)).toMatchObject({ passed: false, outcome: 'judged', target: 'fail' });
  });

  it('does not blame the patch for what befell it once', async () => {
    const { run, asked } = script([dead(), good], [baseFine]);
    expect(await decide(run)).toMatchObject({ passed: true, outcome: 'judged' });
    expect(asked).toEqual(['patch', 'base', 'patch']);
  });

  it('asks once more about what came only in the last try', async () => {
    const shaky = () => group([check('target', 'uncertain', { trouble: 'judge-failed' })]);
    const { run, asked } = script([shaky(), shaky(), dead(), dead()], [baseFine]);
    expect(await decide(run)).toMatchObject({ passed: false, outcome: 'judged', target: 'fail' });
    expect(asked).toEqual(['patch', 'patch', 'patch', 'base', 'patch']);
  });

  it('does not let trouble of another kind confirm a suspicion', async () => {
    const shaky = () => group([check('target', 'uncertain', { trouble: 'judge-failed' })]);
    const { run, asked } = script([dead(), shaky(), good], [baseFine]);
    expect(await decide(run)).toMatchObject({ passed: true, outcome: 'judged' });
    expect(asked).toEqual(['patch', 'base', 'patch', 'patch']);
  });

  it('never passes on a failed control, whatever base says', async () => {
    const broken = () => group([check('target', 'pass'), check('preservation', 'pass'), check('control', 'fail')]);
    const { run } = script([broken(), broken(), broken()], [broken(), broken(), broken()]);
    expect(await decide(run)).toMatchObject({ passed: false, outcome: 'task-error' });
  });

  it.each([
    ['a control that failed', group([check('target', 'fail'), check('control', 'fail')])],
    ['an app that died', group([check('target', 'fail')], { code: 'app-died', message: 'gone' })],
    [
      'a check that hung',
      group([check('target', 'fail'), check('preservation', 'uncertain', { trouble: 'check-timeout' })]),
    ],
  ])('takes nothing from a try in which base went wrong too: %s', async (_, broken) => {
    const { run, asked } = script([broken, good], [group([], { code: 'app-died', message: 'gone' })]);
    expect(await decide(run)).toMatchObject({ passed: true, outcome: 'judged', target: 'pass', preservation: 'pass' });
    expect(asked).toEqual(['patch', 'base', 'patch']);
  });

  it('ends as task-error when base is wrong too, after three tries on the patch', async () => {
    const { run, asked } = script([dead(), dead(), dead()], [dead(), dead(), dead()]);
    expect(await decide(run)).toMatchObject({ passed: false, outcome: 'task-error', target: 'uncertain' });
    expect(asked.filter((subject) => subject === 'patch')).toHaveLength(3);
  });

  it('ends as infra-error when a check stays uncertain though base is fine and the app is not to blame', async () => {
    const shaky = () => group([check('target', 'uncertain', { trouble: 'control' }), check('preservation', 'pass')]);
    const { run } = script([shaky(), shaky(), shaky()], [baseFine]);
    expect(await decide(run)).toMatchObject({ passed: false, outcome: 'infra-error' });
  });

  it('does not take a missing group for a pass', async () => {
    const half = () => group([check('target', 'pass')]);
    const { run, asked } = script([half()]);
    expect(await decide(run)).toMatchObject({ passed: false, preservation: 'uncertain', outcome: 'task-error' });
    expect(asked, 'what is written wrong is not tried again').toEqual(['patch']);
  });

  it.each(['model-unreachable', 'model-cap', 'cassette-missing'])(
    'ends at once, as infra-error, without a model: %s',
    async (trouble) => {
      const { run, asked } = script([
        group([check('target', 'uncertain', { trouble }), check('preservation', 'pass')]),
      ]);
      expect(await decide(run)).toMatchObject({ passed: false, target: 'uncertain', outcome: 'infra-error' });
      expect(asked).toEqual(['patch']);
    },
  );

  it.each(['no-evidence', 'inconsistent', 'unanswered', 'model-answer', 'model-budget'])(
    'does not ask a model of the base what it did not manage three times: %s',
    async (trouble) => {
      const bad = () => group([check('target', 'uncertain', { trouble }), check('preservation', 'pass')]);
      const { run, asked } = script([bad(), bad(), bad()]);
      expect(await decide(run)).toMatchObject({ passed: false, target: 'uncertain', outcome: 'infra-error' });
      expect(asked).toEqual(['patch', 'patch', 'patch']);
    },
  );

  it('ends as task-error when the state that a test begins with cannot be made on the base either', async () => {
    const bad = () =>
      group([check('target', 'uncertain', { trouble: 'set-up-problem' }), check('preservation', 'pass')]);
    const { run } = script([bad(), bad(), bad()], [bad()]);
    expect(await decide(run)).toMatchObject({ passed: false, target: 'uncertain', outcome: 'task-error' });
  });
});
