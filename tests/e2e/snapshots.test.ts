import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { snapshotSchema } from '../../src/schema/index.ts';
import { bugsweep, temporaryFolder, writeFiles } from './bugsweep.ts';
import { writeTinyApps } from './tiny-app.ts';

/** Changes the page first, adds something later, and goes on for a while without changing anything. */
const AGENT = `#!/bin/sh
echo '<!-- first -->' >> index.html
sleep 8
echo notes > notes.md
sleep 8
`;

it('what an agent had after how much time is kept, and can be judged', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinyApps(cwd, [{ id: 'counter' }]);
  writeFiles(cwd, { 'agent.sh': AGENT });
  chmodSync(join(cwd, 'agent.sh'), 0o755);
  const words = ['run', '--suite', suite, '--agent', 'command:./agent.sh', '--attempts', '1', '--name', 'r', '--json'];
  const { stderr } = await bugsweep([...words, '--snapshots', '1s'], { cwd });
  const dir = join(cwd, 'runs/r');
  const found = readdirSync(dir, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith('snapshots.jsonl'),
  );
  expect(found, stderr).toBeDefined();
  const trial = join(dir, found ?? '', '..');
  const lines = readFileSync(join(dir, found ?? ''), 'utf8')
    .trim()
    .split('\n');
  const snapshots = lines.map((line) => snapshotSchema.parse(JSON.parse(line)));
  // Two states, however many looks there were.
  expect(snapshots).toHaveLength(2);
  const patches = snapshots.map(({ patch }) => readFileSync(join(trial, 'snapshots', patch), 'utf8'));
  expect(patches[0]).toContain('+<!-- first -->');
  expect(patches[0]).not.toContain('notes.md');
  expect(patches[1]).toContain('notes.md');
  expect(patches[1]).toBe(readFileSync(join(trial, 'patch.diff'), 'utf8'));
  expect(snapshots[1]?.elapsedMs).toBeGreaterThan(snapshots[0]?.elapsedMs ?? 0);
  const early = join(trial, 'snapshots', snapshots[0]?.patch ?? '');
  const judged = await bugsweep(['judge', early, '--suite', suite, '--task', 'counter', '--json'], { cwd });
  expect(JSON.parse(judged.stdout)).toMatchObject({ trials: [{ passed: false, target: 'fail' }] });
});

it('without snapshots there are none, and a time that is none is told', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinyApps(cwd, [{ id: 'counter' }]);
  writeFiles(cwd, { 'agent.sh': '#!/bin/sh\ntouch new; sleep 2\n' });
  chmodSync(join(cwd, 'agent.sh'), 0o755);
  const words = ['run', '--suite', suite, '--agent', 'command:./agent.sh', '--attempts', '1', '--name', 'r'];
  const wrong = await bugsweep([...words, '--snapshots', '5'], { cwd });
  expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('such as 90s, 20m or 8h')]);
  await bugsweep([...words, '--snapshots', 'off'], { cwd });
  const names = readdirSync(join(cwd, 'runs/r'), { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => name.includes('snapshots'))).toEqual([]);
  expect(names.some((name) => name.endsWith('trial.json'))).toBe(true);
  expect(existsSync(join(cwd, 'runs/r/run.json'))).toBe(true);
});
