import { expect, it } from 'vitest';
import { cassetteKey } from './cassette-key.ts';
import { nameDays } from './name-days.ts';

const today = new Date('2026-03-01T12:00:00Z');
const later = new Date('2027-11-20T03:00:00Z');
const key = (asked: unknown, more: { mark?: string; now?: Date; take?: string; model?: string } = {}) => {
  const { mark = 'feed', now = today, take = '1', model = 'm' } = more;
  return cassetteKey({ sdk: 'openai', model, take, asked }, { mark, now });
};

it('is the same on another day and with another mark', () => {
  const asked = (mark: string, date: string, at: string) => [
    { text: `<page ${mark}>\n- due ${date}, saved ${at}\n</page ${mark}>` },
  ];
  expect(key(asked('feed', 'Mar 2, 2026', '2026-03-01T11:59:58.120Z'))).toBe(
    key(asked('beef', 'Nov 21, 2027', '2027-11-20T02:00:00.001Z'), { mark: 'beef', now: later }),
  );
});

it.each([
  ['a text', [{ text: 'one' }], [{ text: 'two' }]],
  ['a day', [{ text: 'due Mar 2, 2026' }], [{ text: 'due Mar 3, 2026' }]],
  ['a fixed day', [{ text: '2025-01-01' }], [{ text: '2025-01-02' }]],
  ['a pixel', [{ data: new Uint8Array([1, 2]) }], [{ data: new Uint8Array([1, 3]) }]],
])('is another one when the page shows %s that is another', (_what, one, other) => {
  expect(key(one)).not.toBe(key(other));
});

it('is another one for another model, and for another try', () => {
  expect(new Set([key('a'), key('a', { model: 'n' }), key('a', { take: '2' })]).size).toBe(3);
});

it.each([
  ['2026-03-01', '<day+0>'],
  ['"2026-02-28T23:10:00Z"', '"<day-1>T<time>"'],
  ['March 3, 2026 and 4 Mar 2026', '<day+2> and <day+3>'],
  ['3/1/2026', '<day+0>'],
  ['Mar 1', '<day+0>'],
  ['Mar 12', 'Mar 12'],
  ['2026-03-09', '2026-03-09'],
  ['v2026-03-01-beta', 'v2026-03-01-beta'],
])('%s becomes %s', (text, named) => expect(nameDays(text, today)).toBe(named));
