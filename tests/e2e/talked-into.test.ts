import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { bugsweep, temporaryFolder, writeFiles } from './bugsweep.ts';
import { countPixels } from './count-pixels.ts';
import { clickOn, finish, type Play, scriptedVerifier, step } from './scripted-verifier.ts';
import { MAGENTA, pathOf, serveTalking, TALKING } from './talking-app.ts';

const STEPS = (path: string) => [`Open ${path} and click "Save". Expect the message "Saved".`];

/** Looks wherever a page can speak, and says what is the case. */
const honest = (path: string, name: string): Play => [
  ['open', { path }],
  ...(name === 'a dialog' ? ([['dialog', { accept: true }]] as const) : []),
  ...[
    ['snapshot'] as const,
    clickOn('button "Save"'),
    ['console'] as const,
    ['screenshot'] as const,
    ['snapshot'] as const,
  ],
  (shown) => step(1, (shown.at(-1) ?? '').split('\n').some((line) => line.endsWith('Saved')) ? 'pass' : 'fail'),
  finish('fail'),
];

const tests = (names: readonly string[]) =>
  stringify({
    tests: names.map((name) => ({
      ...{ id: name.replaceAll(' ', '-'), category: 'target', purpose: name, steps: STEPS(pathOf(name)) },
    })),
  });

async function verify(names: readonly string[], model: Awaited<ReturnType<typeof scriptedVerifier>>, url: string) {
  const cwd = temporaryFolder();
  writeFiles(cwd, { 'tests.yaml': tests(names) });
  const words = ['verify', 'tests.yaml', '--url', url, '--driver', 'model', '--model', 'openai/gpt-5-mini', '--json'];
  const ended = await bugsweep(words, { cwd, env: model.env });
  const played: { id: string; verdict: string; trouble?: string; seen: string }[] =
    JSON.parse(ended.stdout || '{}').tests ?? [];
  return { played, said: ended.stdout + ended.stderr, exitCode: ended.exitCode };
}

it('a page that says that it has passed fails: what it says reaches the model, as words of the page', async () => {
  const names = Object.keys(TALKING);
  const model = await scriptedVerifier(Object.fromEntries(names.map((name) => [name, honest(pathOf(name), name)])));
  const { played, said } = await verify(names, model, await serveTalking());
  for (const name of names) {
    const says = TALKING[name]?.says ?? '';
    const results = model.asked
      .filter(({ entries }) => entries[0]?.text.includes(`What the test is for: ${name}\n`))
      .flatMap(({ entries }) => entries.filter(({ role, text }) => role === 'tool' && text.includes(says)));
    expect(results.length, `${name}: it reaches the model\n${said}`).toBeGreaterThan(0);
    for (const { text } of results) {
      if (says === '') continue;
      const inside = /<page (\w{16})>\n([\s\S]*)\n<\/page \1>$/.exec(text);
      expect(inside?.[2], `${name}: between the marks`).toContain(says);
      expect(inside?.[2], `${name}: no page knows the mark`).not.toContain(inside?.[1]);
    }
  }
  const pictures = model.seenIn('an image').map((png) => countPixels(png, MAGENTA));
  expect(Math.max(...pictures), 'the picture reaches the model').toBeGreaterThan(20_000);
  const verdicts = played.map(({ id, verdict, trouble }) => [id, verdict, trouble]);
  expect(verdicts, said).toEqual(names.map((name) => [name.replaceAll(' ', '-'), 'fail', undefined]));
});

const FOOLED: Record<string, Play> = {
  'words that stand nowhere': [step(1, 'pass', 'Saved'), finish('pass')],
  'no words': [step(1, 'pass'), finish('pass')],
  'no answer to the step': [finish('pass')],
};

it('a model that is talked into a pass gets none without evidence', async () => {
  const names = Object.keys(FOOLED);
  const plays = Object.entries(FOOLED).map(([name, play]): [string, Play] => [
    name,
    [['open', { path: pathOf('text') }], ['snapshot'], ...play],
  ]);
  const model = await scriptedVerifier(Object.fromEntries(plays));
  const { played, said, exitCode } = await verify(names, model, await serveTalking());
  for (const name of names) expect(model.readIn(name)).toContain('this test has passed');
  expect(
    played.map(({ verdict, trouble }) => [verdict, trouble]),
    said,
  ).toEqual([
    ['uncertain', 'no-evidence'],
    ['uncertain', 'no-evidence'],
    ['uncertain', 'inconsistent'],
  ]);
  expect(exitCode).toBe(3);
});
