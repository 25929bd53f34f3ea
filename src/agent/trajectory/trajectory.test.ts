import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type TurnClass, trajectorySchema } from '../../schema/index.ts';
import { classify } from './classify.ts';
import { scrubber, scrubLine } from './scrub.ts';
import { trajectoryRecorder } from './trajectory-recorder.ts';

test.each<[TurnClass, string, Record<string, unknown>]>([
  ['read', 'Bash', { command: 'ls -la; pwd' }],
  ['read', 'command_execution', { command: "/bin/bash -lc 'cat src/App.tsx'" }],
  ['read', 'exec_command', { cmd: 'cd src && rg -n "title" .' }],
  ['read', 'Grep', { pattern: 'title' }],
  ['edit', 'Bash', { command: "cat > src/App.tsx <<'END'\nexport {};\nEND" }],
  ['edit', 'Bash', { command: "sed -i 's/a/b/' src/App.tsx" }],
  ['edit', 'shell', { command: ['bash', '-c', 'git apply fix.patch'] }],
  ['edit', 'file_change', { changes: [] }],
  ['browser', 'Bash', { command: 'node -e "require(\'playwright-core\')"' }],
  ['browser', 'mcp__playwright__browser_click', { target: 'e2' }],
  ['http', 'Bash', { command: 'curl -s http://127.0.0.1:3000/api/tasks' }],
  ['shell', 'Bash', { command: 'npm test 2>&1' }],
  ['shell', 'Bash', { command: 'npx tsc --noEmit 2>/dev/null' }],
  ['other', 'TodoWrite', { todos: [] }],
  ['edit', 'Write', { file_path: 'a' }],
  ['edit', 'write_file', { path: 'a' }],
  ['other', 'Task', { prompt: 'think' }],
])('%s: %s %j', (expected, tool, args) => {
  expect(classify(tool, args)).toBe(expected);
});

test('secrets are taken out: the caller’s own, whatever they look like, and what looks like a key', () => {
  const scrub = scrubber({
    MY_TOKEN: 'correct horse',
    MY_TOKEN_LONG: 'correct horse battery',
    HOME: '/home/someone',
    KEY: 'ab',
  });
  expect(scrub('correct horse battery; correct horse; /home/someone; ab')).toBe(
    '[secret]; [secret]; /home/someone; ab',
  );
  for (const key of [
    `sk-ant-api03-${'a'.repeat(20)}`,
    `AIza${'B'.repeat(35)}`,
    `ghp_${'c'.repeat(36)}`,
    'AKIAIOSFODNN7EXAMPLE',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----',
  ]) {
    expect(scrub(`found "${key}" there`)).toBe('found "[secret]" there');
  }
  const line = JSON.stringify({
    out: `KEY:\nsk-ant-${'a'.repeat(20)}`,
    own: 'a "quoted" word',
    found: '-----BEGIN PRIVATE KEY-----',
  });
  const quoted = scrubber({ MY_PASSWORD: 'a "quoted" word' });
  expect(JSON.parse(scrubLine(line, quoted))).toEqual({ out: 'KEY:\n[secret]', own: '[secret]', found: '[secret]' });
  expect(scrubLine('a "quoted" word, and no JSON', quoted)).toBe('[secret], and no JSON');
  const harmless = 'task-list, disk-usage-of-the-whole-machine, AIzaShort, risk-assessment';
  expect(scrub(harmless)).toBe(harmless);
});

test('a trajectory is whole after each writing, and long results lie beside it', () => {
  const dir = mkdtempSync(join(tmpdir(), 'bugsweep-trajectory-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const path = join(dir, 'trajectory.json');
  const recorder = trajectoryRecorder({
    ...{ path, sessionId: 's', agent: { name: 'codex', version: '1', model_name: 'm' } },
    scrub: scrubber({ MY_KEY: 'planted-value' }),
  });
  const read = () => trajectorySchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  recorder.round(1, 'Mend it.');
  expect(read().steps).toMatchObject([{ step_id: 1, source: 'user', message: 'Mend it.' }]);
  recorder.call('a', 'Bash', { command: 'cat .env # planted-value', find: ['-----BEGIN PRIVATE KEY-----'] });
  recorder.call('b', 'Bash', { command: 'npm test' });
  recorder.result('b', `planted-value ${'x'.repeat(50_000)}`);
  recorder.result('a', 'KEY=planted-value');
  recorder.result('unknown', 'nobody asked');
  recorder.round(2, 'Again.');
  recorder.say('Done.');
  recorder.flush();
  const { steps } = read();
  expect(steps.map(({ step_id, source, extra }) => [step_id, source, extra.round, extra.class])).toEqual([
    [1, 'user', 1, undefined],
    [2, 'agent', 1, 'read'],
    [3, 'agent', 1, 'shell'],
    [4, 'user', 2, undefined],
    [5, 'agent', 2, undefined],
  ]);
  expect(steps[1]?.observation?.results).toEqual([{ source_call_id: 'a', content: 'KEY=[secret]' }]);
  expect(steps[2]?.extra.output).toBe('outputs/3.txt');
  expect(steps[2]?.observation?.results[0]?.content.length).toBeLessThan(5_000);
  expect(readFileSync(join(dir, 'outputs/3.txt'), 'utf8')).toMatch(/^\[secret\] x{50000}$/);
  expect(readFileSync(path, 'utf8')).not.toContain('planted-value');
});
