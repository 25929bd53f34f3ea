import { describe, expect, it } from 'vitest';
import { AnswerSheet } from './answer-sheet.ts';
import { holds } from './holds.ts';

const snapshot = (text: string) => ({ kind: 'snapshot', text }) as const;
const picture = { kind: 'screenshot', png: Buffer.from('png') } as const;
const end = (verdict: 'pass' | 'fail' | 'uncertain', setupProblem?: string) => ({ verdict, reason: 'r', setupProblem });

function sheetOf(count: number, ...looks: Parameters<AnswerSheet['saw']>[0][]): AnswerSheet {
  const sheet = new AnswerSheet(count);
  for (const look of looks) sheet.saw(look);
  return sheet;
}

describe('a step', () => {
  it('passes with words of a snapshot, which are then its evidence', () => {
    const sheet = sheetOf(1, snapshot('- heading "Tasks"'), snapshot('- heading "Later"'));
    sheet.report({ n: 1, verdict: 'pass', seen: 's', quote: 'heading "Tasks"' });
    sheet.finish(end('pass'));
    expect(sheet.steps[0]?.look).toEqual(snapshot('- heading "Tasks"'));
    expect(sheet.conclude()).toMatchObject({ verdict: 'pass' });
  });

  it('passes with a screenshot', () => {
    const sheet = sheetOf(1, picture);
    sheet.report({ n: 1, verdict: 'pass', seen: 's' });
    expect(sheet.steps[0]?.look).toEqual(picture);
  });

  it('fails with the snapshot that lacks what is missing', () => {
    const sheet = sheetOf(1, snapshot('- main'));
    sheet.report({ n: 1, verdict: 'fail', seen: 'there is no such row' });
    sheet.finish(end('fail'));
    expect(sheet.conclude()).toMatchObject({ verdict: 'fail', n: 1, seen: 'there is no such row' });
  });

  it.each([
    ['pass', 'nothing was looked at', [], undefined],
    ['fail', 'nothing was looked at', [], undefined],
    ['pass', 'the quote stands nowhere', [snapshot('- main')], 'heading'],
    ['pass', 'the quote stands nowhere, whatever a picture may show', [snapshot('- main'), picture], 'heading'],
    ['fail', 'the quote stands nowhere', [snapshot('- main')], 'heading'],
    ['pass', 'a snapshot alone, without words of it', [snapshot('- main')], undefined],
    ['pass', 'words of nothing', [snapshot('- main')], '   '],
  ] as const)('is not taken as %s: %s', (verdict, _why, looks, quote) => {
    const sheet = sheetOf(1, ...looks);
    expect(() => sheet.report({ n: 1, verdict, seen: 's', quote })).toThrow();
    expect(sheet.conclude()).toMatchObject({ verdict: 'uncertain', trouble: 'no-evidence' });
  });

  it('does not rest on what was seen before it began', () => {
    const sheet = sheetOf(2, snapshot('- heading "Tasks"'), picture);
    sheet.report({ n: 1, verdict: 'pass', seen: 's', quote: 'Tasks' });
    expect(() => sheet.report({ n: 2, verdict: 'pass', seen: 's', quote: 'Tasks' })).toThrow('no snapshot taken since');
    expect(() => sheet.report({ n: 2, verdict: 'pass', seen: 's' })).toThrow('nothing shows it');
  });

  it.each([2, 3])('is answered in its order: not %i first', (n) => {
    expect(() => sheetOf(2, picture).report({ n, verdict: 'pass', seen: 's' })).toThrow('answer step 1 next');
  });

  it('is not answered twice, nor after one that has failed', () => {
    const sheet = sheetOf(2, picture);
    sheet.report({ n: 1, verdict: 'fail', seen: 's' });
    sheet.saw(picture);
    expect(() => sheet.report({ n: 1, verdict: 'pass', seen: 's' })).toThrow('step 1 has failed');
    expect(() => sheet.report({ n: 2, verdict: 'pass', seen: 's' })).toThrow('step 1 has failed');
  });
});

describe('the end', () => {
  it.each([
    [['pass', 'pass'], 'pass'],
    [['pass', 'fail'], 'fail'],
    [['uncertain', 'pass'], 'uncertain'],
    [['uncertain', 'fail'], 'fail'],
  ] as const)('of %j is %s, and nothing else is taken', (verdicts, follows) => {
    const sheet = new AnswerSheet(2);
    verdicts.forEach((verdict, index) => {
      sheet.saw(picture);
      sheet.report({ n: index + 1, verdict, seen: `saw ${index + 1}` });
    });
    for (const other of (['pass', 'fail', 'uncertain'] as const).filter((each) => each !== follows)) {
      expect(() => sheet.finish(end(other))).toThrow(`follows ${follows}`);
    }
    expect(sheet.conclude(), 'without an end').toMatchObject({ verdict: 'uncertain', trouble: 'inconsistent' });
    sheet.finish(end(follows));
    expect(sheet.conclude()).toMatchObject({ verdict: follows });
  });

  it('does not come before every step is answered', () => {
    const sheet = sheetOf(2, picture);
    sheet.report({ n: 1, verdict: 'pass', seen: 's' });
    expect(() => sheet.finish(end('pass'))).toThrow('step 2 is not answered');
    expect(() => sheet.finish(end('fail'))).toThrow('step 2 is not answered');
  });

  it('tells a set-up problem apart from the product, and takes no verdict with it', () => {
    const sheet = new AnswerSheet(2);
    expect(() => sheet.finish(end('fail', 'the login failed'))).toThrow('has not been judged');
    expect(() => sheet.finish(end('pass', 'the login failed'))).toThrow('has not been judged');
    sheet.finish(end('uncertain', 'the login failed'));
    expect(sheet.conclude()).toMatchObject({ trouble: 'set-up-problem', seen: 'set-up problem: the login failed' });
  });

  it('is missing: uncertain, whatever was answered', () => {
    const sheet = sheetOf(1, picture);
    sheet.report({ n: 1, verdict: 'pass', seen: 's' });
    expect(sheet.conclude()).toMatchObject({ verdict: 'uncertain', trouble: 'unanswered' });
  });
});

it.each([
  ['- button "Say \\"hi\\"" [ref=e3]', 'button "Say "hi""', true],
  ['- text: one\n   two', 'one two', true],
  ['- text: One', 'one', false],
  ['- text: one', '', false],
])('%j holds %j: %s', (text, quote, is) => expect(holds(text, quote)).toBe(is));
