import { join } from 'node:path';
import { writeFiles } from './bugsweep.ts';

export interface TinyTask {
  id: string;
  /** Lines of the judge's script; default: an honest judge of `answer.txt`. */
  judge?: string;
  /** More lines for task.toml, before its tables. */
  toml?: string;
  rounds?: number;
  files?: Record<string, string>;
}

/** Reads the workspace and says what it sees: the answer must be 42, and the other file untouched. */
export const HONEST_JUDGE = `import { readFileSync } from 'node:fs';
const read = (name) => { try { return readFileSync(process.env.WORKSPACE + '/' + name, 'utf8').trim(); } catch { return ''; } };
const say = (check, kind, ok, seen) => console.log(JSON.stringify({ check, kind, verdict: ok ? 'pass' : 'fail', expected: check, seen }));
say('the answer is 42', 'target', read('answer.txt') === '42', read('answer.txt'));
say('the other file is as it was', 'preservation', read('other.txt') === 'keep', read('other.txt'));
`;

/** A suite of tasks without an app, judged by scripts: a trial takes well under a second. */
export function writeTinySuite(dir: string, tasks: readonly TinyTask[]): string {
  const files: Record<string, string> = {
    'tiny/suite.toml': 'schemaVersion = 1\nname = "tiny"\ntitle = "Tiny"\nversion = 1\n',
  };
  for (const { id, judge = HONEST_JUDGE, toml = '', rounds = 1, files: more = {} } of tasks) {
    const at = (name: string) => `tiny/${id}/${name}`;
    files[at('task.toml')] = [
      'schemaVersion = 1',
      `id = "${id}"`,
      `title = "Title of ${id}"`,
      'summary = "The answer is wrong."',
      'group = "tiny"\nkind = "bug"\ncategory = "text"\nactions = ["read"]\nlicence = "MIT"',
      `rounds = ${rounds}`,
      toml,
      '[source]\nkind = "app"\napp = "./environment/site"',
      '[judge]\nkind = "script"\ncommand = ["node", "/tests/judge.mjs"]\ntimeoutMs = 15000',
    ].join('\n');
    files[at('instruction.md')] = 'The answer is wrong. It should be 42.\n';
    for (let n = 2; n <= rounds; n += 1) files[at(`instruction-${n}.md`)] = `Once more (${n}).\n`;
    files[at('environment/site/answer.txt')] = '41\n';
    files[at('environment/site/other.txt')] = 'keep\n';
    files[at('tests/judge.mjs')] = judge;
    files[at('solution/reference.patch')] = REFERENCE;
    for (const [name, text] of Object.entries(more)) files[at(name)] = text;
  }
  writeFiles(dir, files);
  return join(dir, 'tiny');
}

export const REFERENCE =
  'diff --git a/answer.txt b/answer.txt\n--- a/answer.txt\n+++ b/answer.txt\n@@ -1 +1 @@\n-41\n+42\n';
