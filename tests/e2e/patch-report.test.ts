import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bugsweep, temporaryFolder, writeFiles } from './bugsweep.ts';
import { writeTinySuite } from './tiny-suite.ts';

const JUDGE = `import { readFileSync } from 'node:fs';
let report = '';
try { report = readFileSync(process.env.WORKSPACE + '/qa-report.md', 'utf8'); } catch {}
const say = (check, kind, ok) => console.log(JSON.stringify({ check, kind, verdict: ok ? 'pass' : 'fail', expected: check, seen: report }));
say('the report names the answer', 'target', report.includes('the answer is wrong'));
say('the answer is as it was', 'preservation', readFileSync(process.env.WORKSPACE + '/answer.txt', 'utf8') === '41\\n');
`;

it('a report that ends in .md is handed in as a report', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinySuite(cwd, [{ id: 'one', judge: JUDGE }]);
  writeFiles(cwd, { 'good.md': '# Found\nI saw that the answer is wrong.\n', 'empty.md': '' });
  const agents = ['--agent', 'patch:good.md', '--agent', 'patch:empty.md'];
  const { stdout, stderr } = await bugsweep(['run', '--suite', suite, ...agents, '--name', 'r', '--json'], { cwd });
  const { trials } = JSON.parse(stdout);
  const passed = Object.fromEntries(trials.map((row: { label: string; passed: boolean }) => [row.label, row.passed]));
  expect(passed, stderr).toEqual({ 'patch:good.md': true, 'patch:empty.md': false });
  const { trials: planned } = JSON.parse(readFileSync(join(cwd, 'runs/r/run.json'), 'utf8'));
  expect(readFileSync(join(cwd, 'runs/r', planned[0].dir, 'patch.diff'), 'utf8')).toContain('qa-report.md');
});
