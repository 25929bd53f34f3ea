import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bugsweep, temporaryFolder, writeFiles } from '../bugsweep.ts';
import { unprotected } from './pod-under-attack.ts';

/** Everything that the next trial might use, if it were not its own. */
const PLACES = [
  ...['node_modules/react/index.js', 'node_modules/.vite/poison', 'node_modules/.vite/deps/react.js'],
  ...[
    '/opt/bugsweep/probe.mjs',
    '/run/app/poison',
    '/run/agent/poison',
    '$HOME/poison',
    '/tmp/poison',
    '/dev/shm/poison',
  ],
];

/** Looks for what the trial before has left, uses what the product's README names, and leaves poison everywhere. */
const attack = (places: readonly string[]) => `places="${places.join(' ')}"
grep -l POISON $places 2>/dev/null | sed 's/^/FOUND /'
for place in $places; do echo '// POISON' >> $place; done 2>/dev/null
grep -l POISON $places 2>/dev/null | sed 's/^/LEFT /'
`;

const WORK = `#!/bin/sh
npm test > /tmp/test.log 2>&1 && echo TESTED || tail -5 /tmp/test.log
npm run build > /tmp/build.log 2>&1 && echo BUILT || tail -5 /tmp/build.log
npm view left-pad version --fetch-retries=0 --fetch-timeout=5000 && echo REGISTRY
${attack(PLACES)}`;

it('a trial can test and build the product, reaches no registry, and poisons nothing that the next one uses', async () => {
  const cwd = temporaryFolder();
  writeFiles(cwd, { 'work.sh': WORK });
  chmodSync(join(cwd, 'work.sh'), 0o755);
  const agent = ['--agent', 'command:./work.sh', '--attempts', '2', '--jobs', '1'];
  // The same product as every task of Team Tasks, and the judge that takes no time.
  const ended = await bugsweep(['run', '--task', 'team-tasks/qa-board-count', ...agent, '--name', 'r', '--json'], {
    cwd,
  });
  const { trials } = JSON.parse(readFileSync(join(cwd, 'runs/r/run.json'), 'utf8'));
  const logs = trials.map(({ dir }: { dir: string }) => readFileSync(join(cwd, 'runs/r', dir, 'agent.log'), 'utf8'));
  expect(logs).toHaveLength(2);
  for (const log of logs) {
    expect(log).toContain('TESTED');
    expect(log).toContain('BUILT');
    expect(log).not.toContain('REGISTRY');
    expect(log, 'poison that was left').toContain('LEFT node_modules/.vite/poison');
    expect(log, 'packages are for reading only').not.toContain('LEFT node_modules/react');
    expect(log).not.toContain('FOUND');
  }
  expect(JSON.parse(ended.stdout).trials).toMatchObject(
    [1, 2].map(() => ({ outcome: 'judged', target: 'fail', preservation: 'pass' })),
  );

  // Without any protection the second finds what the first has left, and the registry answers.
  writeFiles(cwd, { 'packages/react/index.js': '' });
  const naked = attack(['packages/react/index.js', `${cwd}/poison`]);
  expect(unprotected(naked, { cwd })).not.toContain('FOUND');
  expect(unprotected(naked, { cwd })).toContain('FOUND packages/react/index.js');
  expect(unprotected('npm view left-pad version && echo REGISTRY', { cwd })).toContain('REGISTRY');
}, 900_000);
