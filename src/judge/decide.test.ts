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

  it('retries what is uncertain and keeps what was settled', async () => {
    const first = group([check('target', 'uncertain', { trouble: 'judge-failed' }), check('preservation', 'fail')]);
    const { run, asked } = script([first, good]);
    const result = await decide(run);
    expect(result).toMatchObject({ passed: false, target: 'pass', preservation: 'fail' });
    expect(result.tries).toHaveLength(2);
    expect(asked).toEqual(['patch', 'patch']);
  });

  it.each(['app-not-ready', 'app-died'] as const)('blames the patch for %s if base is fine', async (code) => {
    const { run, asked } = script([group([], { code, message: 'gone' })], [baseFine]);
    expect(await decide(run)).toMatchObject({ passed: false, outcome: 'judged', target: 'fail', preservation: 'fail' });
    expect(asked).toEqual(['patch', 'base']);
  });

  it('blames the patch for a failed control if base is fine', async () => {
    const broken = group([check('target', 'pass'), check('preservation', 'pass'), check('control', 'fail')]);
    const { run } = script([broken], [baseFine]);
    expect(await decide(run)).toMatchObject({ passed: false, outcome: 'judged', target: 'fail' });
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
    const dead = () => group([], { code: 'app-not-ready', message: 'gone' });
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
});
