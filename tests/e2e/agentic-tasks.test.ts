import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { trialRecordSchema } from '../../src/schema/index.ts';
import { bugsweep, expectTrials, temporaryFolder, writeFiles } from './bugsweep.ts';
import { clickOn, finish, type Play, scriptedVerifier, step } from './scripted-verifier.ts';
import { writeTinyApps } from './tiny-app.ts';

const BEHAVIOR = `
places: { count: { css: output } }
tests:
  - { id: counts-one, category: target, purpose: it counts, steps: ['Open /. Click "More". Expect the count to be exactly "1".'] }
  - { id: starts-at-nought, category: preservation, purpose: it starts, steps: ['Open /. Expect the count to be exactly "0".'] }
`;

const shows = (shown: readonly string[], count: number) =>
  /status "count".*: "?(\d+)"?/.exec(shown.at(-1) ?? '')?.[1] === String(count);
const verdictOn = (count: number): Play => [
  ['snapshot'],
  (shown) => step(1, shows(shown, count) ? 'pass' : 'fail', 'count'),
  (shown) => finish(shown.some((text) => text.includes(`"count" [ref=`) && shows([text], count)) ? 'pass' : 'fail'),
];
const PLAYS = {
  'it counts': [['open', { path: '/' }], ['snapshot'], clickOn('button "More"'), ...verdictOn(1)],
  'it starts': [['open', { path: '/' }], ...verdictOn(0)],
} satisfies Record<string, Play>;

it('verifiers are compared: rates over repeats, cost, and agreement with the judge of the task', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinyApps(cwd, [{ id: 'plain' }]);
  writeFiles(suite, { 'plain/tests/behavior.yaml': BEHAVIOR });
  const model = await scriptedVerifier(PLAYS);
  const validate = (more: string[], env: Record<string, string>) =>
    bugsweep(
      ['validate', suite, '--judge', 'agentic', '--phases', 'base,reference', '--repeat', '2', '--json', ...more],
      { cwd, env },
    );
  const ended = await validate(
    ['--driver', 'rules,model', '--model', 'openai/gpt-5-mini', '--record', 'box'],
    model.env,
  );
  const { verifiers, judged, violations } = JSON.parse(ended.stdout || '{}');
  const rates = {
    baseTarget: 0,
    referenceTarget: 1,
    basePreservation: 1,
    referencePreservation: 1,
    baseTargetSd: 0,
    referencePreservationSd: 0,
  };
  const agreement = { table: { pass: { pass: 6 }, fail: { fail: 2 } }, agreed: 1, kappa: 1 };
  expect(verifiers, ended.stdout + ended.stderr).toMatchObject([
    { driver: 'rules', model: null, rates, agreement, meanCostUsd: 0 },
    { driver: 'model', model: 'openai/gpt-5-mini', rates, agreement },
  ]);
  expect(verifiers[1].meanCostUsd).toBeGreaterThan(0);
  expect({ judged, violations }).toEqual({ judged: 12, violations: [] });
  expect(ended.exitCode).toBe(0);

  const replayed = await validate(['--driver', 'model', '--model', 'openai/gpt-5-mini', '--cassettes', 'box'], {
    OPENAI_API_KEY: '',
  });
  const [row] = JSON.parse(replayed.stdout || '{}').verifiers ?? [];
  expect(row, replayed.stdout + replayed.stderr).toMatchObject({
    rates,
    agreement,
    meanCostUsd: expect.closeTo(verifiers[1].meanCostUsd, 9),
  });
});

it('a task may be judged by its behavior tests, by rules or by a model; who plays them is part of the verdict’s key', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinyApps(cwd, [{ id: 'plain' }]);
  const toml = join(suite, 'plain/task.toml');
  const short = readFileSync(toml, 'utf8')
    .replace(/\[judge\][\s\S]*/, '')
    .replace('rounds = 1\n', 'rounds = 1\njudge = "agentic"\n');
  writeFiles(suite, { 'plain/tests/behavior.yaml': BEHAVIOR, 'plain/task.toml': short });
  const model = await scriptedVerifier(PLAYS);
  const run = async (name: string, more: string[]) => {
    const words = [
      'run',
      '--suite',
      suite,
      '--agent',
      'oracle,nop',
      '--attempts',
      '1',
      '--name',
      name,
      '--json',
      ...more,
    ];
    const ended = await bugsweep(words, { cwd, env: model.env });
    const dir = join(cwd, 'runs', name);
    const records = readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('trial.json'))
      .map((path) => trialRecordSchema.parse(JSON.parse(readFileSync(join(dir, path), 'utf8'))))
      .sort((a, b) => (a.id.agent < b.id.agent ? 1 : -1));
    return { records, dir, said: ended.stdout + ended.stderr };
  };
  const verdicts = [
    { outcome: 'judged', target: 'pass', preservation: 'pass' },
    { outcome: 'judged', target: 'fail', preservation: 'pass' },
  ];
  const byRules = await run('rules', []);
  expectTrials(byRules.records, byRules.said).toMatchObject(verdicts);
  const byModel = await run('model', ['--verifier', 'model', '--verifier-model', 'openai/gpt-5-mini']);
  expectTrials(byModel.records, byModel.said).toMatchObject(verdicts);
  const [checked] = byModel.records[0]?.checks ?? [];
  expect(checked?.steps).toMatchObject([{ n: 1, verdict: 'pass', quote: 'count', evidence: 'counts-one-step-1.txt' }]);
  expect(checked?.model?.costUsd).toBeGreaterThan(0);
  for (const [index, { keys }] of byRules.records.entries()) {
    expect(byModel.records[index]?.keys.prediction).toBe(keys.prediction);
    expect(byModel.records[index]?.keys.judgement).not.toBe(keys.judgement);
  }
  const calls = model.asked.length;
  const resumed = await bugsweep(['run', '--resume', byModel.dir, '--json'], { cwd, env: model.env });
  expect(JSON.parse(resumed.stdout).summary, resumed.stderr).toMatchObject({ judged: 2, passed: 1 });
  expect(model.asked.length - calls, 'nothing is judged twice').toBeLessThanOrEqual(1);

  const keyless = await bugsweep(
    ['run', '--suite', suite, '--agent', 'oracle', '--verifier', 'model', '--verifier-model', 'openai/gpt-5-mini'],
    { cwd, env: { OPENAI_API_KEY: '' } },
  );
  expect(keyless.exitCode).toBe(2);
  expect(keyless.stderr).toContain('OPENAI_API_KEY is not set');
});
