import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bugsweep, expectTrials, temporaryFolder, writeFiles } from './bugsweep.ts';
import { writeTinyApps } from './tiny-app.ts';

/** Stands in for a program that we do not have: it asks the endpoint that it is told, once, and shows how it was called. */
const stub = (url: string, model: string) => `#!/usr/bin/env node
const body = JSON.stringify({ model: ${model}, messages: [{ role: 'user', content: 'x' }] });
const headers = { 'content-type': 'application/json' };
const answer = await fetch(process.env.${url} + '/chat/completions', { method: 'POST', headers, body });
console.log(JSON.stringify({ status: answer.status, args: process.argv.slice(2) }));
`;

it('presets call the program of the user as documented, through the gateway, and say that nobody has tried it', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinyApps(cwd, [{ id: 'counter', rounds: 2 }]);
  writeFiles(cwd, {
    'own/package.json': '{"type":"module"}',
    'own/bin/kimi': stub('KIMI_MODEL_BASE_URL', 'process.env.KIMI_MODEL_NAME'),
    'own/mini': stub('OPENAI_API_BASE', "process.argv[process.argv.indexOf('-m') + 1].replace('openai/', '')"),
  });
  for (const name of ['bin/kimi', 'mini']) chmodSync(join(cwd, 'own', name), 0o755);
  const words = ['run', '--suite', suite, '--agent', 'kimi-code,mini-swe-agent', '--agent-files', 'own'];
  const ended = await bugsweep([...words, '--model', 'rehearsal', '--name', 'r', '--attempts', '1', '--json'], { cwd });
  expect(ended.stderr).toContain('unverified: kimi-code, mini-swe-agent; ');
  const { trials } = JSON.parse(readFileSync(join(cwd, 'runs/r/run.json'), 'utf8'));
  const seen = Object.fromEntries(
    trials.map(({ id, dir }: { id: { agent: string }; dir: string }) => [
      id.agent,
      readFileSync(join(cwd, 'runs/r', dir, 'agent.log'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ]),
  );
  const prompt = [expect.stringContaining('The counter counts wrong.'), expect.stringContaining('Once more (2).')];
  const json = ['--output-format', 'stream-json', '-p'];
  expect(seen['kimi-code'], ended.stderr).toEqual([
    { status: 200, args: [...json, prompt[0]] },
    { status: 200, args: ['--continue', ...json, prompt[1]] },
  ]);
  const swe = ['-y', '--exit-immediately', '-m', 'openai/rehearsal', '-t'];
  expect(seen['mini-swe-agent'], ended.stderr).toEqual(prompt.map((text) => ({ status: 200, args: [...swe, text] })));
  for (const trial of JSON.parse(ended.stdout).trials) {
    expectTrials(trial, ended.stderr).toMatchObject({ outcome: 'judged', passed: false, agentEnd: 'finished' });
  }
});

it('a preset that could not work is refused before anything is made', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinyApps(cwd, [{ id: 'counter' }]);
  for (const [agent, message] of [
    ['cursor', 'cursor cannot be used yet'],
    ['mini-swe-agent', 'is not where the sandbox can see it'],
  ] as const) {
    const ended = await bugsweep(['run', '--suite', suite, '--agent', agent, '--model', 'rehearsal'], { cwd });
    expect(ended.exitCode, ended.stderr).toBe(2);
    expect(ended.stderr).toContain(message);
  }
});
