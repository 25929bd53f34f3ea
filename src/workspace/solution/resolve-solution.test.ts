import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UserError } from '../../errors.ts';
import { applyPatch } from '../patch/apply-patch.ts';
import { put, snapshot, temporaryDir } from '../round-trip.fixture.ts';
import type { FetchPackage } from '../source/pack-npm.ts';
import { checkoutTree } from '../store/checkout-tree.ts';
import { createObjectStore } from '../store/object-store.ts';
import { writeTree } from '../store/write-tree.ts';
import { resolveSolution } from './resolve-solution.ts';

const root = mkdtempSync(join(tmpdir(), 'bugsweep-solution-test-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const store = createObjectStore(join(root, 'store'));
let baselineTree: string;

const numbers = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `const n${from + index} = ${from + index};\n`).join('');
/** Three places change between the versions; the lines around the last two are the same, so a position counts. */
const BUGGY = `${numbers(1, 9)}first(bug);\n${numbers(10, 29)}same();\nsame();\nsame();\nsecond(bug);\nsame();\nsame();\nsame();\n${numbers(30, 50)}same();\nsame();\nsame();\nsecond(bug);\nsame();\nsame();\nsame();\n`;
const FIXED = BUGGY.replace('first(bug)', 'first(fixed);\nmore();\nand.more()').replace(
  /second\(bug\);(?![\s\S]*second\(bug\))/,
  'second(fixed); // last\none.more();',
);
const SHA = `sha512-${'A'.repeat(86)}==`;

const fetchPackage: FetchPackage = async ({ package: name, version }) => join(root, `${name}-${version}`);
const resolve = (path: string) => resolveSolution(path, { store, baselineTree, fetchPackage });

function solution(name: string, content: string): string {
  const path = join(root, name);
  writeFileSync(path, content);
  return path;
}

async function patched(patch: Buffer): Promise<Record<string, string>> {
  const dir = join(temporaryDir(), 'out');
  await checkoutTree(store, (await applyPatch({ store, baselineTree, patch })).tree, dir);
  return snapshot(dir);
}

beforeAll(async () => {
  for (const [version, text] of [
    ['1.0.0', BUGGY],
    ['1.0.1', FIXED],
  ] as const) {
    put(join(root, `pkg-${version}`), 'dist/pkg.js', text);
    put(join(root, `pkg-${version}`), 'dist/pkg.min.js', `min ${version}\n`);
  }
  put(join(root, 'baseline'), 'dist/pkg.js', BUGGY);
  put(join(root, 'baseline'), 'latin1.txt', Buffer.from('caf\xe9 one\r\ncaf\xe9 two\r\n', 'latin1'));
  baselineTree = (await writeTree(store, join(root, 'baseline'), { declared: [] })).tree;
});

const derive = (patterns: string) => `
[[derive]]
package = "pkg"
from = "1.0.0"
to = "1.0.1"
integrityFrom = "${SHA}"
integrityTo = "${SHA}"
[derive.files]
"dist/pkg.js" = ${patterns}
`;

describe('a patch', () => {
  const body = 'diff --git a/dist/pkg.js b/dist/pkg.js\n--- a/dist/pkg.js\n+++ b/dist/pkg.js\n@@ -1 +1 @@\n-x\n+\r\n';

  test('is returned as it is, without its header', async () => {
    const header =
      'Hides the second click instead of ignoring it.\n\nFails: one request per click\nFails: works, again\n';
    expect(await resolve(solution('wrong.patch', header + body))).toEqual({
      patch: Buffer.from(body),
      title: 'Hides the second click instead of ignoring it.',
      fails: ['one request per click', 'works, again'],
    });
  });

  test('may have a header in comments, none, or no git line', async () => {
    expect(await resolve(solution('a.patch', `# A title\n# of two lines\n# Fails: x\n${body}`))).toMatchObject({
      title: 'A title of two lines',
      fails: ['x'],
    });
    expect(await resolve(solution('b.patch', body))).toEqual({ patch: Buffer.from(body), title: '', fails: [] });
    const plain = body.slice(body.indexOf('---'));
    expect((await resolve(solution('c.patch', `T\n--- not a file\n${plain}`))).patch.toString()).toBe(plain);
    expect((await resolve(solution('empty.patch', ''))).patch).toHaveLength(0);
  });
});

describe('edits', () => {
  test('derive the whole difference of the named files', async () => {
    const { patch, title, fails } = await resolve(solution('r.toml', `title = "T"\nfails = ["a"]\n${derive('["."]')}`));
    expect({ title, fails }).toEqual({ title: 'T', fails: ['a'] });
    expect((await patched(patch))['dist/pkg.js']).toBe(`file ${FIXED}`);
  });

  test('derive the selected hunks only, at their own places', async () => {
    const { patch } = await resolve(solution('r.toml', derive(String.raw`['^second\(fixed\); // last$']`)));
    const wanted = FIXED.replace('first(fixed);\nmore();\nand.more()', 'first(bug)');
    expect((await patched(patch))['dist/pkg.js']).toBe(`file ${wanted}`);
  });

  test('drop a hunk of what is derived', async () => {
    const text = `${derive('["."]')}\n[[drop]]\nfile = "dist/pkg.js"\nmatch = 'and\\.more'\n`;
    const wanted = FIXED.replace('first(fixed);\nmore();\nand.more()', 'first(bug)');
    expect((await patched((await resolve(solution('w.toml', text))).patch))['dist/pkg.js']).toBe(`file ${wanted}`);
  });

  test('replace by pattern, after what is derived; other bytes stay', async () => {
    const text = `${derive('["first"]')}
[[replace]]
file = "dist/pkg.js"
pattern = '^first\\((.*)\\);$'
replacement = 'first($1, $$);'
[[replace]]
file = "latin1.txt"
pattern = '(one|two)'
replacement = "[$1]"
count = 2
`;
    const files = await patched((await resolve(solution('w.toml', text))).patch);
    expect(files['dist/pkg.js']).toContain('first(fixed, $);\nmore();');
    expect(files['latin1.txt']).toBe('file caf\xe9 [one]\r\ncaf\xe9 [two]\r\n');
  });

  test.each([
    ['no TOML', 'title = ', 'r.toml is not TOML'],
    ['unknown key', 'titel = "x"', '`titel` is not a known key; did you mean `title`?'],
    [
      'bad pattern',
      `[[replace]]\nfile = "a"\npattern = "("\nreplacement = ""`,
      '`replace.0.pattern` is not a regular expression',
    ],
    [
      'path outside',
      `[[replace]]\nfile = "../a"\npattern = "a"\nreplacement = ""`,
      '`replace.0.file` must be a path inside',
    ],
    ['short checksum', derive('["."]').replace(SHA, 'sha512-AA=='), '`derive.0.integrityFrom` must be a sha512'],
    ['no edit at all', 'title = "x"', 'the edits change nothing'],
    [
      'pattern without a hunk',
      derive('["first", "nowhere"]'),
      'derive[0].files."dist/pkg.js": no changed line matches /nowhere/',
    ],
    [
      'file without a change',
      derive('["."]').replace('pkg.js"', 'other.js"'),
      'dist/other.js is the same in pkg 1.0.0 and 1.0.1',
    ],
    [
      'drop of nothing',
      `${derive('["first"]')}[[drop]]\nfile = "dist/pkg.js"\nmatch = "last"\n`,
      'drop[0].match matches 0 hunks of dist/pkg.js in the derived patch, not 1',
    ],
    [
      'replacement that matches twice',
      `[[replace]]\nfile = "dist/pkg.js"\npattern = "second"\nreplacement = "x"`,
      'replace[0].pattern matches 2 times in dist/pkg.js, not 1',
    ],
    [
      'replacement in no file',
      `[[replace]]\nfile = "gone.js"\npattern = "x"\nreplacement = "x"`,
      'replace[0].file: there is no file gone.js',
    ],
  ])('%s is an error that names file and key', async (_, text, message) => {
    const error = await resolve(solution('r.toml', text)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).code).toBe('bad-solution');
    expect((error as UserError).message).toContain(message);
    expect((error as UserError).message).toContain('r.toml');
  });
});
