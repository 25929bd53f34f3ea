import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bugsweep, expectTrials, temporaryFolder, writeFiles } from './bugsweep.ts';
import { writeTinyApps } from './tiny-app.ts';
import { writeTinySuite } from './tiny-suite.ts';

/** An agent that does what the prompt says it can: drives a browser, restarts the app, edits, looks again. */
const AGENT = `#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
const { chromium } = createRequire(import.meta.url)('/opt/bugsweep/node_modules/playwright-core');
const prompt = readFileSync(0, 'utf8');
if (prompt !== readFileSync(process.env.PROMPT_FILE, 'utf8')) throw new Error('two prompts');
const url = /http:\\/\\/127\\.0\\.0\\.1:\\d+/.exec(prompt)[0];
const count = async () => {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'More' }).click();
  const seen = await page.getByLabel('count').textContent();
  await browser.close();
  return seen;
};
const before = await count();
writeFileSync('index.html', readFileSync('index.html', 'utf8').replace('+ 2', '+ 1'));
execFileSync('app', ['restart']);
for (let wait = 0; wait < 100; wait += 1) {
  if (await fetch(url).then((answer) => answer.ok, () => false)) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
const status = execFileSync('app', ['status']).toString().trim();
console.log(JSON.stringify({ before, after: await count(), status, user: process.getuid(), log: execFileSync('app', ['log']).toString() }));
`;

/** Notes each round in a file, and whether the server is still the one of the round before. */
const ROUND = `#!/bin/sh
echo round >> notes.txt
server=$(pgrep -f server.mjs | tail -1)
[ -e ~/server ] || echo "$server" > ~/server
[ "$server" = "$(cat ~/server)" ] && same="same server"
page=$(node -e 'fetch(process.env.APP_URL).then((answer) => answer.text()).then((text) => console.log(/<h1>.*<.h1>/.exec(text)[0]))')
echo "round $(wc -l < notes.txt | tr -d ' '): $same, $page"
`;

describe('what an agent is told it can do, it can do', () => {
  it('drives a browser, restarts the app, and its work is judged', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinyApps(cwd, [{ id: 'counter' }]);
    writeFiles(cwd, { 'agent/agent.mjs': AGENT });
    chmodSync(join(cwd, 'agent/agent.mjs'), 0o755);
    const words = ['run', '--suite', suite, '--agent', 'command:./agent/agent.mjs', '--name', 'r', '--json'];
    const ended = await bugsweep(words, { cwd });
    const { dir } = JSON.parse(readFileSync(join(cwd, 'runs/r/run.json'), 'utf8')).trials[0];
    const log = readFileSync(join(cwd, 'runs/r', dir, 'agent.log'), 'utf8');
    expectTrials(JSON.parse(ended.stdout).trials[0], log).toMatchObject({ passed: true, agentEnd: 'finished' });
    const seen = JSON.parse(log.split('\n').find((line) => line.startsWith('{')) ?? '{}');
    expect(seen).toMatchObject({
      before: '2',
      after: '1',
      status: expect.stringContaining('running at http://127.0.0.1:'),
    });
    expect(seen.user).not.toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, 'runs/r', dir, 'prediction.json'), 'utf8')).capture.changed).toHaveLength(
      1,
    );
  });

  it('in several rounds it finds the app running as it left it, and each round is captured', async () => {
    const cwd = temporaryFolder();
    const suite = writeTinyApps(cwd, [{ id: 'counter', rounds: 3 }]);
    writeFiles(cwd, { 'agent/agent.sh': ROUND });
    chmodSync(join(cwd, 'agent/agent.sh'), 0o755);
    const words = ['run', '--suite', suite, '--agent', 'oracle', '--agent', 'command:./agent/agent.sh'];
    const ended = await bugsweep([...words, '--name', 'r', '--json'], { cwd });
    expectTrials(JSON.parse(ended.stdout).trials, ended.stderr).toMatchObject([
      { agent: 'oracle', outcome: 'judged', passed: true },
      { agent: 'command', outcome: 'judged', passed: false, agentEnd: 'finished' },
    ]);
    const { trials } = JSON.parse(readFileSync(join(cwd, 'runs/r/run.json'), 'utf8'));
    const { dir } = trials.find(({ id }: { id: { agent: string } }) => id.agent === 'command');
    const folder = join(cwd, 'runs/r', dir);
    const log = readFileSync(join(folder, 'agent.log'), 'utf8');
    expect(log.match(/^round \d: .*$/gm)).toEqual([1, 2, 3].map((n) => `round ${n}: same server, <h1>Counter</h1>`));
    const patches = [1, 2].map((n) => readFileSync(join(folder, `patch-round-${n}.diff`), 'utf8'));
    expect(patches.map((patch) => patch.match(/^\+round$/gm)?.length)).toEqual([1, 2]);
    expect(readFileSync(join(folder, 'patch.diff'), 'utf8').match(/^\+round$/gm)).toHaveLength(3);
  });
});

/** Says all that it finds beside itself and above. */
const LOOKING = `#!/bin/sh
find "$(dirname "$0")" -type f | sort
find / -name judge.mjs -not -path '/proc/*' -not -path '/usr/*' 2>/dev/null
cat "$(dirname "$0")/part.txt" 2>/dev/null
true
`;

describe('what lies beside an agent', () => {
  async function logOf(words: string[], program: string) {
    const cwd = temporaryFolder();
    writeTinySuite(cwd, [{ id: 'one' }]);
    writeFiles(cwd, { 'agent.sh': LOOKING, 'own/agent.sh': LOOKING, 'own/part.txt': 'PART OF IT' });
    for (const name of ['agent.sh', 'own/agent.sh']) chmodSync(join(cwd, name), 0o755);
    const all = ['run', '--suite', 'tiny', '--agent', `command:${program}`, '--name', 'r', '--json', ...words];
    const ended = await bugsweep(all, { cwd });
    if (ended.exitCode !== 0) return { ended, log: '' };
    const { dir } = JSON.parse(readFileSync(join(cwd, 'runs/r/run.json'), 'utf8')).trials[0];
    return { ended, log: readFileSync(join(cwd, 'runs/r', dir, 'agent.log'), 'utf8') };
  }

  it('is not brought in: suites and runs may lie there', async () => {
    const { ended, log } = await logOf([], './agent.sh {promptFile}');
    expect(log.trim(), ended.stderr).toBe('/opt/agent/agent.sh');
  });

  it('is brought in when it is given, unless it holds what an agent must not see', async () => {
    const { ended, log } = await logOf(['--agent-files', 'own'], './own/agent.sh');
    expect(log.trim().split('\n'), ended.stderr).toEqual(['/opt/agent/agent.sh', '/opt/agent/part.txt', 'PART OF IT']);
    const refused = await logOf(['--agent-files', '.'], './agent.sh');
    expect(refused.ended.exitCode).toBe(2);
    expect(refused.ended.stdout).toContain('bad-agent-files');
  });
});
