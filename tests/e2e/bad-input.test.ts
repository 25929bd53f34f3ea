import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { packageRoot } from '../../src/host/index.ts';
import { bugsweep, temporaryFolder, writeFiles } from './bugsweep.ts';
import { writeTinyApps } from './tiny-app.ts';
import { HONEST_JUDGE, REFERENCE, writeTinySuite } from './tiny-suite.ts';

const asRoot = process.getuid?.() === 0;

/** Runs one agent on a suite and returns the one trial. */
async function trialOf(cwd: string, suite: string, agent: string, more: string[] = []) {
  const ended = await bugsweep(['run', '--suite', suite, '--agent', agent, '--json', ...more], { cwd });
  const answer = ended.stdout.startsWith('{') ? JSON.parse(ended.stdout) : {};
  return { ...ended, trial: answer.trials?.[0], summary: answer.summary };
}

describe('a judge that cannot be trusted', () => {
  it.each([
    ['hangs', 'setInterval(() => {}, 1000);', /did not end within/],
    ['crashes', 'throw new Error("judge is broken");', /exit code 1[\s\S]*judge is broken/],
    ['prints garbage', 'console.log("PASSED everything");', /no check: PASSED everything/],
    ['prints nothing', '', /printed no check/],
    [
      'names two checks alike',
      `${HONEST_JUDGE}say('the answer is 42', 'target', true, 'again');`,
      /two checks are called/,
    ],
    ['prints a pass and then dies', `${HONEST_JUDGE}process.exit(3);`, /exit code 3/],
    [
      'prints an unknown verdict',
      'console.log(JSON.stringify({check:"a",kind:"target",verdict:"great"}));',
      /no check/,
    ],
  ])('%s: a fault of the task, never a pass', async (_, judge, reason) => {
    const cwd = temporaryFolder();
    const suite = writeTinySuite(cwd, [{ id: 'one', judge }]);
    const task = join(suite, 'one/task.toml');
    writeFileSync(task, readFileSync(task, 'utf8').replace('timeoutMs = 15000', 'timeoutMs = 4000'));
    const { exitCode, trial } = await trialOf(cwd, suite, 'oracle');
    expect(trial).toMatchObject({ outcome: 'task-error', passed: false, agentEnd: 'finished' });
    expect(trial.reason).toMatch(reason);
    expect(exitCode).toBe(3);
  });
});

describe('an app that does not start', () => {
  it('on the untouched base: a fault of the task, with what the app printed', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinyApps(cwd, [{ id: 'dies', server: 'console.error("no database");process.exit(1);' }]);
    const { exitCode, trial } = await trialOf(cwd, suite, 'nop', ['--attempts', '1']);
    expect(trial).toMatchObject({ outcome: 'task-error', passed: false });
    expect(trial.reason).toContain('no database');
    expect(exitCode).toBe(3);
  });

  it('because it never gets ready', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinyApps(cwd, [{ id: 'sleeps', server: 'setInterval(() => {}, 1000);', readyTimeoutMs: 2500 }]);
    const { trial } = await trialOf(cwd, suite, 'nop', ['--attempts', '1']);
    expect(trial).toMatchObject({ outcome: 'task-error' });
    expect(trial.reason).toContain('not ready within 2.5 s');
  });

  it('because of the patch: the patch failed, and the machine is not to blame', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinyApps(cwd, [{ id: 'counter' }]);
    for (const script of ['echo "syntax error(" > server.mjs', 'rm -rf /workspace/*']) {
      const { exitCode, trial } = await trialOf(cwd, suite, `command:/bin/sh -c '${script}'`);
      expect(trial, script).toMatchObject({ outcome: 'judged', passed: false, target: 'fail', preservation: 'fail' });
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
    expect(trial).toMatchObject({ outcome: 'task-error', passed: false });
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
    expect(trial, trial?.reason).toMatchObject({
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
    expect(trial).toMatchObject({ outcome: 'judged', passed: false, target: 'fail', preservation: 'fail' });
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
    expect(trial).toMatchObject({ outcome: 'judged', passed: true });
  });
});

describe('a browser judge that cannot be trusted', () => {
  const wrap = (body: string) =>
    `import { expect, test } from 'bugsweep/judge';\n${body}\ntest('kept', { tag: '@preservation' }, async ({ page }) => { await page.goto('/'); });\n`;
  it.each([
    ['does not compile', 'import { expect from "bugsweep/judge";', /./],
    ['throws by itself', wrap(`test('t', { tag: '@target' }, async () => { null.x; });`), /judge itself failed/],
    ['has no target', wrap(''), /no target check/],
    ['tags nothing', wrap(`test('t', async () => {});`), /exactly one of/],
    [
      'hangs',
      wrap(`test('t', { tag: '@target' }, async () => { await new Promise(() => {}); });`),
      /did not end|Test timeout/,
    ],
    [
      'has a failing control',
      wrap(
        `test('t', { tag: '@target' }, async () => {}); test('c', { tag: '@control' }, async () => { expect(1).toBe(2); });`,
      ),
      /control "c" failed/,
    ],
  ])('%s: never a pass', async (_, judge, reason) => {
    const cwd = temporaryFolder();
    const suite = writeTinyApps(cwd, [{ id: 'counter', judge, checkTimeoutMs: 3000 }]);
    const { exitCode, trial } = await trialOf(cwd, suite, 'oracle');
    expect(trial).toMatchObject({ outcome: 'task-error', passed: false });
    expect(trial.reason).toMatch(reason);
    expect(exitCode).toBe(3);
  });
});

describe('what is missing', () => {
  it('a reference that does not apply is a fault of the task', async () => {
    const cwd = temporaryFolder();
    const files = { 'solution/reference.patch': REFERENCE.replace('-41', '-40') };
    const suite = writeTinySuite(cwd, [{ id: 'one', files }]);
    const { trial } = await trialOf(cwd, suite, 'oracle');
    expect(trial).toMatchObject({ outcome: 'task-error', passed: false });
    expect(trial.reason).toContain('answer.txt');
  });

  it('a patch of the caller that does not apply: an error of its agent, said where the trial is told', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinySuite(cwd, [{ id: 'one' }]);
    writeFiles(cwd, { 'bad.diff': REFERENCE.replace('-41', '-40') });
    const { exitCode, trial } = await trialOf(cwd, suite, 'patch:bad.diff', ['--name', 'r']);
    expect(trial).toMatchObject({ outcome: 'judged', agentEnd: 'error', passed: false });
    expect(exitCode).toBe(0);
    const told = await bugsweep(['run', '--suite', suite, '--agent', 'patch:bad.diff'], { cwd });
    expect(told.stderr).toMatch(/agent error: the patch bad\.diff does not apply.*answer\.txt/);
  });

  it('a patch file that does not exist, an unknown agent, an unknown task: told before anything is made', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinySuite(cwd, [{ id: 'one' }]);
    for (const [words, message] of [
      [['--agent', 'patch:missing.diff'], 'missing.diff'],
      [['--agent', 'orcale'], 'did you mean oracle?'],
      [['--agent', 'nop', '--task', 'onne'], 'did you mean one?'],
      [['--agent', 'oracle:foo'], 'takes no argument'],
      [['--agent', 'oracle,nop', '--model', 'm1'], 'take no model'],
      [[], 'no agent was named'],
    ] as const) {
      const ended = await bugsweep(['run', '--suite', suite, ...words], { cwd });
      expect(ended.exitCode, message).toBe(2);
      expect(ended.stderr).toContain(message);
    }
    expect(existsSync(join(cwd, 'runs'))).toBe(false);
  });

  // A file system of a size of its own can be mounted by root only.
  describe.runIf(asRoot)('space on the disk', () => {
    const suiteOfSix = (cwd: string) =>
      writeTinySuite(
        cwd,
        'abcdef'.split('').map((letter) => ({ id: `task-${letter}` })),
      );
    const mounted = (dir: string, size: string): void => {
      mkdirSync(dir);
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', dir]);
      onTestFinished(() => void execFileSync('umount', [dir]));
    };
    const words = (suite: string) => ['run', '--suite', suite, '--agent', 'oracle', '--name', 'r', '--jobs', '1'];

    it.each([100, 150, 185])(
      'of the runs, %d of 200 KiB taken: the run stops, says so, and keeps what is finished (as root)',
      async (taken) => {
        const cwd = temporaryFolder();
        const suite = suiteOfSix(cwd);
        mounted(join(cwd, 'runs'), '200k');
        writeFileSync(join(cwd, 'runs/ballast'), Buffer.alloc(taken << 10));
        const ended = await bugsweep(words(suite), { cwd });
        expect(ended.exitCode, ended.stderr).toBe(3);
        expect(ended.stderr).toContain('no space left');
        expect(ended.stderr).not.toContain('bug of bugsweep');
        execFileSync('mount', ['-o', 'remount,size=20m', join(cwd, 'runs')]);
        const started = existsSync(join(cwd, 'runs/r/run.json'));
        const again = started ? ['run', '--resume', 'r', '--json'] : [...words(suite), '--json'];
        const resumed = await bugsweep(again, { cwd });
        expect(JSON.parse(resumed.stdout).summary).toMatchObject({ planned: 6, judged: 6, passed: 6 });
      },
    );

    it.each(['20k', '160k'])(
      'of the scratch, %s in all: no verdict, and the machine is named (as root)',
      async (size) => {
        const cwd = temporaryFolder();
        const suite = suiteOfSix(cwd);
        chmodSync(cwd, 0o711);
        mounted(join(cwd, 'scratch'), size);
        const ended = await bugsweep(words(suite), { cwd, env: { BUGSWEEP_TMP: join(cwd, 'scratch') } });
        expect(ended.exitCode, ended.stderr).toBe(3);
        expect(ended.stdout + ended.stderr).toContain('no space left');
        expect(ended.stderr).not.toContain('bug of bugsweep');
        const resumed = await bugsweep(
          existsSync(join(cwd, 'runs/r/run.json')) ? ['run', '--resume', 'r', '--json'] : [...words(suite), '--json'],
          { cwd },
        );
        expect(JSON.parse(resumed.stdout).summary).toMatchObject({ planned: 6, judged: 6, passed: 6 });
      },
    );
  });
});
