import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bugsweep, expectTrials, temporaryFolder, writeFiles } from './bugsweep.ts';
import { writeTinyApps } from './tiny-app.ts';
import { writeTinySuite } from './tiny-suite.ts';

/** A file of the host that an agent must not reach, and its text and mode. */
function victimIn(dir: string) {
  const path = join(dir, 'victim.txt');
  writeFileSync(path, 'UNTOUCHED\n', { mode: 0o600 });
  const look = () => `${readFileSync(path, 'utf8')}${statSync(path).mode & 0o777} ${statSync(path).uid}`;
  return { path, look, before: look() };
}

/** In round 1 puts links everywhere that bugsweep might write; in round 2 says what it was given. */
const planter = (target: string) => `#!/bin/sh
cat > "$HOME/said"
cmp -s "$HOME/said" "$PROMPT_FILE" && echo "round $ROUND: the prompt is whole"
for dir in /run/agent /workspace /workspace/.. /run /tmp "$HOME"; do
  for name in prompt-1.md prompt-2.md prompt-3.md qa-report.md answer.txt; do
    rm -f "$dir/$name" && ln -s '${target}' "$dir/$name"
  done
done 2>/dev/null
true
`;

it('links that an agent plants in round 1 are not written through in round 2', async () => {
  const cwd = temporaryFolder();
  const victim = victimIn(cwd);
  const suite = writeTinySuite(cwd, [{ id: 'one', rounds: 2 }]);
  writeFiles(cwd, { 'agent.sh': planter(victim.path) });
  chmodSync(join(cwd, 'agent.sh'), 0o755);
  const words = ['run', '--suite', suite, '--agent', 'command:./agent.sh', '--name', 'r', '--json'];
  const ended = await bugsweep(words, { cwd });
  expectTrials(JSON.parse(ended.stdout).trials, ended.stderr).toMatchObject([
    { outcome: 'judged', agentEnd: 'finished' },
  ]);
  const { dir } = JSON.parse(readFileSync(join(cwd, 'runs/r/run.json'), 'utf8')).trials[0];
  const log = readFileSync(join(cwd, 'runs/r', dir, 'agent.log'), 'utf8');
  expect(log.match(/^round.*$/gm)).toEqual([1, 2].map((n) => `round ${n}: the prompt is whole`));
  expect(victim.look()).toBe(victim.before);
});

/** An app that plants links in its workspace as soon as it runs. */
const plantingServer = (target: string) => `import { createServer } from 'node:http';
import { symlinkSync } from 'node:fs';
try { symlinkSync(${JSON.stringify(target)}, '/workspace/qa-report.md'); } catch {}
createServer((request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>x</h1>'))
  .listen(Number(process.env.PORT), '127.0.0.1');
`;

const OPENS = `import { expect, test } from 'bugsweep/judge';
test('the page opens', { tag: '@target' }, async ({ page }) => {
  expect((await page.goto('/'))?.status()).toBe(200);
});
`;

it('links that the app plants are not written through by the agent that hands in a report', async () => {
  const cwd = temporaryFolder();
  const victim = victimIn(cwd);
  const suite = writeTinyApps(cwd, [{ id: 'counter', server: plantingServer(victim.path), judge: OPENS }]);
  writeFiles(cwd, { 'report.md': 'FORGED\n' });
  const words = ['run', '--suite', suite, '--agent', 'patch:report.md', '--attempts', '1', '--name', 'r', '--json'];
  const ended = await bugsweep(words, { cwd });
  const { dir } = JSON.parse(readFileSync(join(cwd, 'runs/r/run.json'), 'utf8')).trials[0];
  expect(readFileSync(join(cwd, 'runs/r', dir, 'patch.diff'), 'utf8'), ended.stderr).toContain('+FORGED');
  expect(victim.look()).toBe(victim.before);
});
