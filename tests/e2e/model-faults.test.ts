import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { Script } from '../../src/model/index.ts';
import { bugsweep, temporaryFolder, writeFiles } from './bugsweep.ts';
import { servePages } from './plain-english-app.ts';
import { finish, type Play, scriptedVerifier, step } from './scripted-verifier.ts';

const PLAY: Play = [['open', { path: '/' }], ['snapshot'], step(1, 'pass', 'Title'), finish('pass')];

interface Case {
  name: string;
  fault?: Script['fault'];
  /** The first answer says that the model is there; two more belong to the first test. */
  faultAfter?: number;
  play?: Play;
  more?: string[];
  verdicts: string[];
  trouble?: string;
  seen?: string;
}

const CASES: Case[] = [
  {
    ...{
      name: 'the quota is gone after the first test',
      fault: { kind: 'refuse', status: 429, times: 99 },
      faultAfter: 5,
    },
    ...{ verdicts: ['pass', 'uncertain'], trouble: 'model-unreachable', seen: 'status 429' },
  },
  {
    ...{ name: 'the model is taken away', fault: { kind: 'refuse', status: 404, times: 99 }, faultAfter: 2 },
    ...{ verdicts: ['uncertain'], trouble: 'model-unreachable', seen: 'status 404' },
  },
  {
    ...{ name: 'five megabytes', fault: { kind: 'garbage', bytes: 5_000_000, times: 99 }, faultAfter: 2 },
    ...{ verdicts: ['uncertain'], trouble: 'model-answer', seen: 'longer than 4194304 bytes' },
  },
  {
    ...{ name: 'no JSON', fault: { kind: 'garbage', times: 99 }, faultAfter: 2 },
    ...{ verdicts: ['uncertain'], trouble: 'model-answer' },
  },
  {
    ...{ name: 'answers that break off', fault: { kind: 'cut', times: 99 }, faultAfter: 2 },
    ...{ verdicts: ['uncertain'], trouble: 'model-answer' },
  },
  {
    ...{ name: 'one answer that breaks off', fault: { kind: 'cut', times: 1 }, faultAfter: 2 },
    ...{ verdicts: ['pass', 'pass'] },
  },
  {
    ...{ name: 'tools that are called wrongly, once', verdicts: ['pass', 'pass'] },
    play: [['open', { path: 7 }], ['click', { at: 'Title' }], ['snapshot', { ref: 'e99999' }], ...PLAY],
  },
  {
    ...{ name: 'the bound on tokens', more: ['--max-tokens', '20000'] },
    ...{ verdicts: ['pass', 'uncertain'], trouble: 'model-cap', seen: 'tokens' },
  },
];

/** Lets a model play `tests.yaml` with a shop. */
const verifyWords = async (): Promise<string[]> => [
  ...['verify', 'tests.yaml', '--url', await servePages(), '--json'],
  ...['--driver', 'model', '--model', 'openai/gpt-5-mini'],
];

it.each(CASES)('what a model does wrong is no verdict of the app: $name', async (given) => {
  const { fault, faultAfter = 0, play = PLAY, more = [], verdicts, trouble, seen = '' } = given;
  const cwd = temporaryFolder();
  const model = await scriptedVerifier({ shop: play }, fault === undefined ? {} : { fault, faultAfter });
  const tests = verdicts.map((_, index) => ({
    id: `test-${index}`,
    category: 'target',
    purpose: 'shop',
    steps: ['Open /. Expect the form.'],
  }));
  writeFiles(cwd, { 'tests.yaml': stringify({ tests }) });
  const ended = await bugsweep([...(await verifyWords()), ...more], { cwd, env: model.env });
  const said = ended.stdout + ended.stderr;
  const played: { verdict: string; trouble?: string; seen: string }[] = JSON.parse(ended.stdout || '{}').tests ?? [];
  expect(
    played.map(({ verdict }) => verdict),
    said,
  ).toEqual(verdicts);
  for (const test of played.filter(({ verdict }) => verdict === 'uncertain')) {
    expect(test.trouble, said).toBe(trouble);
    expect(test.seen).toContain(seen);
  }
  expect(ended.exitCode).toBe(verdicts.includes('uncertain') ? 3 : 0);
});

it('an endpoint that goes away in the middle is no verdict of the app', async () => {
  const cwd = temporaryFolder();
  const model = await scriptedVerifier({
    shop: [
      ['open', { path: '/' }],
      () => {
        void model.server.close();
        return ['snapshot'];
      },
      step(1, 'pass', 'Title'),
      finish('pass'),
    ],
  });
  writeFiles(cwd, {
    'tests.yaml': stringify({ tests: [{ id: 'a', category: 'target', purpose: 'shop', steps: ['Open /.'] }] }),
  });
  const ended = await bugsweep(await verifyWords(), { cwd, env: model.env });
  expect(JSON.parse(ended.stdout || '{}').tests, ended.stdout + ended.stderr).toMatchObject([
    { verdict: 'uncertain', trouble: 'model-unreachable' },
  ]);
  expect(ended.exitCode).toBe(3);
});
