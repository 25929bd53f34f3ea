import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Coverage, flatten } from './coverage.ts';

const range = (startOffset: number, endOffset: number, count: number) => ({ startOffset, endOffset, count });
const sha = (text: string) => createHash('sha256').update(text).digest('hex');

const SOURCE = `const a = 1;
function used() {
  return a;
}
export function unused() {
  return 2;
}
used();
`;
const at = (text: string) => SOURCE.indexOf(text);
const functions = [
  { ranges: [range(0, SOURCE.length, 1)] },
  { ranges: [range(at('function used'), at('export'), 1)] },
  { ranges: [range(at('function unused'), at('used();'), 0)] },
];

describe('coverage', () => {
  it('tells the lines that ran, also where the innermost range decides otherwise than the outer one', () => {
    const coverage = new Coverage();
    coverage.add({ source: SOURCE, sourceMapUrl: '', url: 'http://127.0.0.1:3000/src/a.js' }, functions);
    expect(coverage.takeNew()).toEqual([
      {
        sha256: sha(SOURCE),
        path: '/src/a.js',
        lines: [
          [1, 4],
          [8, 8],
        ],
      },
    ]);
  });

  it('adds up all looks, and tells a source again only if there is more', () => {
    const coverage = new Coverage();
    const script = { source: SOURCE, sourceMapUrl: '', url: 'http://h/a.js' };
    coverage.add(script, functions);
    coverage.takeNew();
    coverage.add(script, functions);
    expect(coverage.takeNew()).toEqual([]);
    // As a later look: only what ran since.
    coverage.add(script, [{ ranges: [range(at('function unused'), at('used();'), 1)] }]);
    expect(coverage.takeNew()[0]?.lines).toEqual([[1, 8]]);
  });

  it('goes by the source map that a script carries', () => {
    // One line, `f();g()`: its second call came from line 3 of the source.
    const original = 'f();\n\ng();\n';
    const map = { version: 3, sources: ['b.ts'], sourcesContent: [original], names: [], mappings: 'AAAA,IAEA' };
    const sourceMapUrl = `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
    const coverage = new Coverage();
    const script = { source: 'f();g()', sourceMapUrl, url: 'http://h/src/b.ts?t=1' };
    coverage.add(script, [{ ranges: [range(0, 7, 1), range(4, 7, 0)] }]);
    expect(coverage.takeNew()).toEqual([{ sha256: sha(original), path: '/src/b.ts', lines: [[1, 1]] }]);
  });

  it('counts the lines of an inline script as those of its page', () => {
    const text = '<title>t</title>\n<script>\nf();\n</script>\n';
    const coverage = new Coverage();
    const document = { text, startLine: 1 };
    const script = { source: '\nf();\n', sourceMapUrl: '', url: 'http://h/', document };
    coverage.add(script, [{ ranges: [range(0, 6, 1)] }]);
    expect(coverage.takeNew()).toEqual([{ sha256: sha(text), path: '/', lines: [[3, 3]] }]);
  });

  it('stands maps that are none, and ranges that are out of order', () => {
    const coverage = new Coverage();
    for (const map of ['{', '{"version":3,"mappings":5}', '[]', 'null']) {
      const sourceMapUrl = `data:application/json;base64,${Buffer.from(map).toString('base64')}`;
      coverage.add({ source: 'f()', sourceMapUrl, url: 'no address' }, [{ ranges: [range(2, 1, 1), range(0, 3, 1)] }]);
    }
    expect(coverage.takeNew()).toEqual([{ sha256: sha('f()'), path: '', lines: [[1, 1]] }]);
  });
});

it('flattens nested ranges', () => {
  expect(flatten([{ ranges: [range(0, 10, 1), range(2, 8, 0), range(4, 6, 3)] }])).toEqual([
    { from: 0, ran: true },
    { from: 2, ran: false },
    { from: 4, ran: true },
    { from: 6, ran: false },
    { from: 8, ran: true },
    { from: 10, ran: false },
  ]);
});
