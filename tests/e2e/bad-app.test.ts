import { chmodSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { packageRoot } from '../../src/host/index.ts';
import { bugsweep, expectTrials, temporaryFolder, writeFiles } from './bugsweep.ts';
import { writeTinyApps } from './tiny-app.ts';
import { trialOf } from './trial-of.ts';

describe('an app that does not start', () => {
  it('on the untouched base: a fault of the task, with what the app printed', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinyApps(cwd, [{ id: 'dies', server: 'console.error("no database");process.exit(1);' }]);
    const { exitCode, trial } = await trialOf(cwd, suite, 'nop', ['--attempts', '1']);
    expectTrials(trial).toMatchObject({ outcome: 'task-error', passed: false });
    expect(trial.reason).toContain('no database');
    expect(exitCode).toBe(3);
  });

  it('because it never gets ready', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinyApps(cwd, [{ id: 'sleeps', server: 'setInterval(() => {}, 1000);', readyTimeoutMs: 2500 }]);
    const { trial } = await trialOf(cwd, suite, 'nop', ['--attempts', '1']);
    expectTrials(trial).toMatchObject({ outcome: 'task-error' });
    expect(trial.reason).toContain('not ready within 2.5 s');
  });

  it('because of the patch: the patch failed, and the machine is not to blame', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinyApps(cwd, [{ id: 'counter' }]);
    for (const script of ['echo "syntax error(" > server.mjs', 'rm -rf /workspace/*']) {
      const { exitCode, trial } = await trialOf(cwd, suite, `command:/bin/sh -c '${script}'`);
      expectTrials(trial, script).toMatchObject({
        outcome: 'judged',
        passed: false,
        target: 'fail',
        preservation: 'fail',
      });
      expect(trial.reason).toContain('the patch broke the app');
      expect(exitCode).toBe(0);
    }
  });

  /** Answers so many requests, the readiness probe's included, and ends. */
  const dying = (answers: number) => `import { createServer } from 'node:http';
let left = ${answers};
createServer((_, response) => {
  left -= 1;
  if (left < 0) process.exit(1);
  response.writeHead(200, { 'content-type': 'text/html' }).end('<button>More</button><output aria-label="count">0</output>');
}).listen(Number(process.env.PORT), '127.0.0.1');
`;

  it('after it was ready, on the untouched base: a fault of the task', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinyApps(cwd, [{ id: 'dies', server: dying(1) }]);
    const { exitCode, trial } = await trialOf(cwd, suite, 'nop', ['--attempts', '1']);
    expectTrials(trial).toMatchObject({ outcome: 'task-error', passed: false });
    expect(exitCode).toBe(3);
  });

  it('after it was ready, because of the patch: the patch failed', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinyApps(cwd, [{ id: 'counter' }]);
    writeFiles(cwd, {
      'dying/server.mjs': dying(1),
      'dying/agent.sh': '#!/bin/sh\ncp /opt/agent/server.mjs server.mjs\n',
    });
    chmodSync(join(cwd, 'dying/agent.sh'), 0o755);
    const { exitCode, trial } = await trialOf(cwd, suite, 'command:./dying/agent.sh', ['--agent-files', './dying']);
    expectTrials(trial).toMatchObject({
      outcome: 'judged',
      passed: false,
      target: 'fail',
      preservation: 'fail',
    });
    expect(trial.reason).toContain('the patch broke the app');
    expect(exitCode).toBe(0);
  });

  it('because the patch does not compile: the patch failed', async () => {
    const cwd = temporaryFolder();
    const main = readFileSync(join(packageRoot, 'apps/team-tasks/web/src/main.tsx'), 'utf8').split('\n');
    const head = ['diff --git a/src/main.tsx b/src/main.tsx', '--- a/src/main.tsx', '+++ b/src/main.tsx'];
    const broken = [...head, '@@ -1,1 +1,2 @@', '+const = no expression here;', ` ${main[0]}`, ''].join('\n');
    writeFiles(cwd, { 'broken.diff': broken });
    const words = ['judge', 'broken.diff', '--task', 'team-tasks/double-submit', '--json'];
    const { exitCode, stdout, stderr } = await bugsweep(words, { cwd });
    expect(exitCode, stderr).toBe(0);
    const [trial] = JSON.parse(stdout).trials;
    expectTrials(trial).toMatchObject({ outcome: 'judged', passed: false, target: 'fail', preservation: 'fail' });
    expect(trial.reason).toContain('the patch broke the app');
    expect(trial.reason).toContain('main.tsx');
  });

  it('is not disturbed by a port that is taken on the machine', async () => {
    const cwd = temporaryFolder();
    const busy = createServer();
    onTestFinished(() => void busy.close());
    await new Promise<void>((resolve) => busy.once('error', () => resolve()).listen(3000, '127.0.0.1', resolve));
    const suite = writeTinyApps(cwd, [{ id: 'counter' }]);
    const { trial } = await trialOf(cwd, suite, 'oracle');
    expectTrials(trial).toMatchObject({ outcome: 'judged', passed: true });
  });
});
