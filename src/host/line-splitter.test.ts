import { expect, test } from 'vitest';
import { lineSplitter } from './line-splitter.ts';

function split(chunks: readonly (string | Buffer)[]): string[] {
  const lines: string[] = [];
  const splitter = lineSplitter((line) => lines.push(line));
  for (const chunk of chunks) splitter.take(Buffer.from(chunk));
  splitter.end();
  return lines;
}

test('lines, however the chunks fall, in the middle of a character too', () => {
  const bytes = Buffer.from('eins\n\nzwölf\ndrei');
  for (let size = 1; size < 9; size += 1) {
    const chunks: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
    expect(split(chunks)).toEqual(['eins', 'zwölf', 'drei']);
  }
});

test('a line of many megabytes comes whole, one that is no event at all is left out', () => {
  const chunk = 'x'.repeat(64 << 10);
  const lines = split([...Array<string>(200).fill(chunk), '\n', ...Array<string>(300).fill(chunk), '\nlast\n']);
  expect(lines.map((line) => line.length)).toEqual([200 * (64 << 10), 4]);
});

test('what a line makes fail is told at the end, and the next lines are read', () => {
  const seen: string[] = [];
  const splitter = lineSplitter((line) => {
    if (line === 'bad') throw new Error('full');
    seen.push(line);
  });
  splitter.take(Buffer.from('good\nbad\nbetter\n'));
  expect(seen).toEqual(['good', 'better']);
  expect(() => splitter.end()).toThrow('full');
});
