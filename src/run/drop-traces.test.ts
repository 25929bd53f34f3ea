import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dropTraces } from './drop-traces.ts';

test('of a judge only what it saw in words, and what a model’s answers rest on, is left, and nothing of the agent is touched', () => {
  const dir = mkdtempSync(join(tmpdir(), 'bugsweep-traces-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  dropTraces(dir);
  const dropped = ['judge/1/a.zip', 'judge/2/deep/a.png', 'judge/2/start.sh', 'judge/2/a-screencast.html'];
  for (const name of [...dropped, 'judge/1/checks.json', 'judge/1/a-step-2.png', 'judge/1/a-step-1.txt', 'shot.png']) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), '');
  }
  dropTraces(dir);
  const left = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(left.map(({ name }) => name).sort()).toEqual(['a-step-1.txt', 'a-step-2.png', 'checks.json', 'shot.png']);
});
