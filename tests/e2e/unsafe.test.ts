import { execFile } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cacheRoot, packageRoot } from '../../src/host/index.ts';
import { bugsweep, expectTrials, temporaryFolder, writeFiles } from './bugsweep.ts';

const LOOK = `#!/bin/sh
node -e '
const [url] = /http:.{2}127.0.0.1:[0-9]+/.exec(require("fs").readFileSync(0, "utf8"));
fetch(url).then((answer) => answer.text()).then((text) => console.log(text.slice(0, 60)));
'
`;

/** Where no user namespace can be made, no pod can; the limit holds for this process and its children only. */
const LIMITED = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"';

it('without a sandbox nothing runs, and the error says what can be done', async () => {
  const cwd = temporaryFolder();
  const program = join(packageRoot, 'bin/bugsweep.mjs');
  const words = ['run', '--suite', 'smoke', '--task', 'card-stretch', '--agent', 'nop'];
  // Whoever runs this is root in there, without root's folders.
  chmodSync(cwd, 0o711);
  const env = { ...process.env, BUGSWEEP_CACHE: cacheRoot(), BUGSWEEP_TMP: cwd };
  const ended = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    const argv = ['-U', '-r', 'sh', '-c', LIMITED, 'sh', process.execPath, program, ...words];
    execFile('/usr/bin/unshare', argv, { cwd, env }, (error, _stdout, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });
  expect(ended.stderr).toContain('agents cannot be confined on this machine');
  expect(ended.stderr).toContain('--unsafe-no-sandbox');
  expect(ended.code).toBe(2);
});

it('--unsafe-no-sandbox does without, says so, and the record shows it', async () => {
  const cwd = temporaryFolder();
  writeFiles(cwd, { 'agent/look.sh': LOOK });
  chmodSync(join(cwd, 'agent/look.sh'), 0o755);
  const words = ['--attempts', '1', '--unsafe-no-sandbox', '--json'];
  const oracle = await bugsweep(['run', '--task', 'htmx-back', '--agent', 'oracle', ...words], { cwd });
  expect(oracle.stderr).toContain('WARNING: no sandbox');
  expectTrials(JSON.parse(oracle.stdout).trials, oracle.stderr).toMatchObject([{ outcome: 'judged', passed: true }]);

  const look = ['run', '--task', 'card-stretch', '--agent', 'command:./agent/look.sh', '--name', 'r', ...words];
  const ended = await bugsweep(look, { cwd });
  expectTrials(JSON.parse(ended.stdout).trials, ended.stderr).toMatchObject([
    { outcome: 'judged', target: 'fail', preservation: 'pass' },
  ]);
  const run = JSON.parse(readFileSync(join(cwd, 'runs/r/run.json'), 'utf8'));
  const folder = join(cwd, 'runs/r', run.trials[0].dir);
  const record = JSON.parse(readFileSync(join(folder, 'trial.json'), 'utf8'));
  expect(record.sandbox).toBe('none');
  expect(record.capture.changed, 'a look changes nothing').toEqual([]);
  expect(readFileSync(join(folder, 'agent.log'), 'utf8').toLowerCase()).toContain('<!doctype html>');
});
