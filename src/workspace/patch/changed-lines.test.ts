import { expect, it } from 'vitest';
import { changedLines } from './changed-lines.ts';

const patch = (path: string, ...hunks: string[]) =>
  Buffer.from(
    `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${hunks.map((hunk) => `${hunk}\n`).join('')}`,
  );

it('names the lines that are removed or replaced', () => {
  const changed = '@@ -3,4 +3,4 @@\n a\n-b\n+B\n c\n d';
  expect(changedLines(patch('src/a.ts', changed))).toEqual([{ path: 'src/a.ts', lines: [4] }]);
});

it('names what lies beside an addition only where nothing is removed', () => {
  const added = '@@ -3,2 +3,3 @@\n a\n+new\n b';
  expect(changedLines(patch('a.ts', added))).toEqual([{ path: 'a.ts', lines: [3, 4] }]);
  expect(changedLines(patch('a.ts', added, '@@ -20,1 +21,1 @@\n-x\n+y'))).toEqual([{ path: 'a.ts', lines: [20] }]);
});

it('leaves out imports, empty lines, and files that are new', () => {
  const imports = "@@ -1,3 +1,3 @@\n-import { a } from './a.ts';\n-\n+import { b } from './b.ts';\n c";
  expect(changedLines(patch('a.ts', imports))).toEqual([{ path: 'a.ts', lines: [] }]);
  const fresh = 'diff --git a/n.ts b/n.ts\nnew file mode 100644\n--- /dev/null\n+++ b/n.ts\n@@ -0,0 +1,1 @@\n+x\n';
  expect(changedLines(Buffer.from(fresh))).toEqual([]);
});
