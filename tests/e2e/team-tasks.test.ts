import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bugsweep, temporaryFolder, writeFiles } from './bugsweep.ts';

/** Looks at the running app as an agent does, through the dev server and the API behind it, and changes nothing. */
const LOOK = `#!/bin/sh
app status
node -e 'fetch(process.env.APP_URL + "/api/tasks").then((answer) => answer.text()).then((text) => console.log(text))'
ls -a
`;

it('the main job on the simulated product: the reference passes, a look alone does not', async () => {
  const cwd = temporaryFolder();
  writeFiles(cwd, { 'agent/look.sh': LOOK });
  chmodSync(join(cwd, 'agent/look.sh'), 0o755);
  const words = ['--suite', 'team-tasks', '--task', 'double-submit', '--attempts', '1', '--name', 'r', '--json'];
  const agents = ['--agent', 'oracle', '--agent', 'command:./agent/look.sh'];
  const ended = await bugsweep(['run', ...words, ...agents], { cwd });
  const { trials } = JSON.parse(ended.stdout);
  const byAgent = Object.fromEntries(trials.map((trial: { agent: string }) => [trial.agent, trial]));
  expect(byAgent.oracle).toMatchObject({ outcome: 'judged', passed: true, target: 'pass', preservation: 'pass' });
  expect(byAgent.command).toMatchObject({
    outcome: 'judged',
    passed: false,
    agentEnd: 'finished',
    preservation: 'pass',
  });
  expect(ended.exitCode).toBe(0);

  const run = JSON.parse(readFileSync(join(cwd, 'runs/r/run.json'), 'utf8'));
  const oracle = run.trials.find(({ id }: { id: { agent: string } }) => id.agent === 'oracle');
  const record = JSON.parse(readFileSync(join(cwd, 'runs/r', oracle.dir, 'trial.json'), 'utf8'));
  expect(record.capture.skipped).toContainEqual(expect.objectContaining({ path: 'node_modules', reason: 'declared' }));
  expect(record.sandbox).toBe('bwrap');
  const command = run.trials.find(({ id }: { id: { agent: string } }) => id.agent === 'command');
  const log = readFileSync(join(cwd, 'runs/r', command.dir, 'agent.log'), 'utf8');
  expect(log).toContain('running at http://127.0.0.1:');
  expect(log).toContain('Choose new desk lamps');
  expect(log).toContain('API.md');
  expect(readFileSync(join(cwd, 'runs/r', oracle.dir, 'prompt-1.md'), 'utf8')).toContain('http://127.0.0.1:');
});
