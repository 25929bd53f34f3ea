import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InfraError, UserError } from '../../errors.ts';
import { put, snapshot, temporaryDir } from '../round-trip.fixture.ts';
import { checkoutTree } from '../store/checkout-tree.ts';
import { createObjectStore } from '../store/object-store.ts';
import { writeTree } from '../store/write-tree.ts';
import { applyPatch } from './apply-patch.ts';

const root = mkdtempSync(join(tmpdir(), 'bugsweep-apply-patch-test-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const store = createObjectStore(join(root, 'store'));
let baselineTree: string;

beforeAll(async () => {
  const dir = join(root, 'source');
  put(dir, 'a.txt', 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n');
  put(dir, 'crlf.txt', 'one\r\ntwo\r\nthree\r\n');
  put(dir, 'src/b.js', 'let b;\n');
  symlinkSync('/tmp', join(dir, 'link'));
  baselineTree = (await writeTree(store, dir, { declared: [] })).tree;
});

const apply = (patch: string | Buffer, expectedTree?: string) =>
  applyPatch({ store, baselineTree, patch: Buffer.from(patch as string), ...(expectedTree ? { expectedTree } : {}) });
const filesOf = async (tree: string): Promise<Record<string, string>> => {
  const dir = join(temporaryDir(), 'out');
  await checkoutTree(store, tree, dir);
  return snapshot(dir);
};
const refusal = async (patch: string | Buffer): Promise<UserError> => {
  const error = await apply(patch).then(
    () => new Error('it was applied'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UserError);
  return error as UserError;
};

const EDIT = `diff --git a/a.txt b/a.txt
--- a/a.txt
+++ b/a.txt
@@ -1,5 +1,5 @@
 one
 two
-three
+THREE
 four
 five
`;

describe('applies', () => {
  test('a patch, whole', async () => {
    const { tree, repaired } = await apply(EDIT);
    expect(repaired).toBe(false);
    expect((await filesOf(tree))['a.txt']).toBe('file one\ntwo\nTHREE\nfour\nfive\nsix\nseven\n');
  });

  test('a patch without its last newline, and says so', async () => {
    const whole = await apply(EDIT);
    expect(await apply(EDIT.slice(0, -1))).toEqual({ tree: whole.tree, repaired: true });
  });

  test('a patch whose last line is the note on a missing newline, cut', async () => {
    const patch = `--- a/src/b.js\n+++ b/src/b.js\n@@ -1 +1 @@\n-let b;\n+let c;\n\\ No newline at end of file`;
    const { tree, repaired } = await apply(patch);
    expect(repaired).toBe(true);
    expect((await filesOf(tree))['src/b.js']).toBe('file let c;');
  });

  test.each(['', '\n', ' \r\n\n'])('an empty patch %j: the baseline', async (patch) => {
    expect(await apply(patch)).toEqual({ tree: baselineTree, repaired: false });
  });

  test('the CRLF patch on the CRLF file', async () => {
    const { tree } = await apply('--- a/crlf.txt\n+++ b/crlf.txt\n@@ -1,3 +1,3 @@\n one\r\n-two\r\n+TWO\r\n three\r\n');
    expect((await filesOf(tree))['crlf.txt']).toBe('file one\r\nTWO\r\nthree\r\n');
  });

  test('renames and copies, as other tools write them', async () => {
    const { tree } = await apply(
      'diff --git a/a.txt b/z.txt\nsimilarity index 100%\nrename from a.txt\nrename to z.txt\n',
    );
    expect(Object.keys(await filesOf(tree)).sort()).toEqual(['crlf.txt', 'link', 'src/b.js', 'z.txt']);
  });

  test('nothing is left behind in the store folder', async () => {
    await apply(EDIT);
    await refusal(EDIT.replace('-three', '-3'));
    expect(readdirSync(store.dir).sort()).toEqual(['home', 'objects.git']);
  });
});

describe('refuses, naming file and hunk', () => {
  test('wrong context: no fuzz', async () => {
    const error = await refusal(EDIT.replace(' two', ' 2').replace(' four', ' 4'));
    expect(error.code).toBe('patch-does-not-apply');
    expect(error.message).toBe('the patch does not apply: hunk 1 (@@ -1,5 +1,5 @@) of a.txt does not match the file');
    expect(error.hint).toBe('was the patch made against this baseline?');
  });

  test('the second hunk of the second file; nothing of it is applied', async () => {
    const second =
      '--- a/src/b.js\n+++ b/src/b.js\n@@ -1 +1 @@\n-let b;\n+let c;\n@@ -9 +9 @@ function f() {\n-x\n+y\n';
    expect((await refusal(EDIT + second)).message).toBe(
      'the patch does not apply: hunk 2 (@@ -9,1 +9,1 @@ function f() {) of src/b.js does not match the file',
    );
  });

  test('LF patch on a CRLF file, and the reverse', async () => {
    const lf = await refusal('--- a/crlf.txt\n+++ b/crlf.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n');
    expect(lf.message).toContain('hunk 1 (@@ -1,3 +1,3 @@) of crlf.txt');
    expect(lf.hint).toContain('the file has CRLF line ends, the patch LF');
    const crlf = await refusal(EDIT.replace(/^([ +-](?!--|\+\+).*)$/gm, '$1\r'));
    expect(crlf.hint).toContain('the file has LF line ends, the patch CRLF');
  });

  test.each([
    ['text that is no patch', 'hello\n', 'No valid patches'],
    ['a hunk cut short', EDIT.slice(0, EDIT.indexOf(' four')), 'corrupt patch'],
    [
      'a binary change without data',
      'diff --git a/x.png b/x.png\nnew file mode 100644\nindex 0000000..1234567\nBinary files /dev/null and b/x.png differ\n',
      'x.png',
    ],
    ['a file that is not there', EDIT.replaceAll('a.txt', 'missing.txt'), 'missing.txt: does not exist in index'],
    [
      'a new file that is there',
      'diff --git a/a.txt b/a.txt\nnew file mode 100644\n--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+x\n',
      'a.txt: already exists',
    ],
  ])('%s', async (_, patch, message) => {
    const error = await refusal(patch);
    expect(error.code).toBe('patch-does-not-apply');
    expect(error.message).toContain(message);
  });

  test('a patch that would change nothing', async () => {
    const error = await refusal('--- a/src/b.js\n+++ b/src/b.js\n@@ -1 +1 @@\n-let b;\n+let b;\n');
    expect(error.message).toBe('the patch changes nothing');
  });
});

describe('refuses what no workspace may hold', () => {
  const adding = (path: string): string =>
    `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x\n`;
  test.each(['.git/config', 'sub/.GIT/hooks/x', '../outside', 'src/../../outside', '/etc/passwd', './x'])(
    'a file at %s',
    async (path) => {
      const error = await refusal(EDIT + adding(path));
      expect(error.code).toBe('patch-unsafe');
      expect(error.message).toContain(path);
    },
  );

  test('a file beyond a link of the baseline, or of the patch itself', async () => {
    expect((await refusal(adding('link/evil'))).message).toContain('link/evil');
    const link =
      'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/tmp\n\\ No newline at end of file\n';
    expect((await refusal(link + adding('l/evil'))).message).toContain('l/evil');
    expect((await refusal(adding('l/evil') + link)).message).toContain('l');
    expect(readdirSync('/tmp')).not.toContain('evil');
  });

  test('a submodule', async () => {
    const id = 'a'.repeat(40);
    const error = await refusal(
      `diff --git a/sub b/sub\nnew file mode 160000\nindex 0000000..${id}\n--- /dev/null\n+++ b/sub\n@@ -0,0 +1 @@\n+Subproject commit ${id}\n`,
    );
    expect(error.code).toBe('patch-unsafe');
  });
});

test('another tree than the captured one is a fault of the machine', async () => {
  const { tree } = await apply(EDIT);
  expect(await apply(EDIT, tree)).toEqual({ tree, repaired: false });
  const thrown = await apply(EDIT, baselineTree).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(InfraError);
  expect((thrown as InfraError).code).toBe('tree-mismatch');
  // A patch that lost one of its files applies all the same: only the tree tells.
  const two = `${EDIT}--- a/src/b.js\n+++ b/src/b.js\n@@ -1 +1 @@\n-let b;\n+let c;\n`;
  const both = (await apply(two)).tree;
  await expect(apply(EDIT, both)).rejects.toMatchObject({ code: 'tree-mismatch' });
});

test('works from a folder inside another repository, where git apply alone does nothing', async () => {
  const cwd = process.cwd();
  const outer = temporaryDir();
  put(outer, '.git/HEAD', 'ref: refs/heads/m\n');
  put(outer, 'inner/x', 'x');
  process.chdir(join(outer, 'inner'));
  try {
    const { tree } = await apply(EDIT);
    expect((await filesOf(tree))['a.txt']).toContain('THREE');
    expect(readFileSync(join(outer, 'inner/x'), 'utf8')).toBe('x');
  } finally {
    process.chdir(cwd);
  }
});
