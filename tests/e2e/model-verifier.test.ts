import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { bugsweep, temporaryFolder, writeFiles } from './bugsweep.ts';
import { servePages } from './plain-english-app.ts';
import { clickOn, finish, KEY, type Play, refOf, scriptedVerifier, step, typeInto } from './scripted-verifier.ts';

interface Case {
  steps: string[];
  play: Play;
  verdict: 'pass' | 'fail' | 'uncertain';
  seen?: string;
  trouble?: string;
}

const look: Play[number] = ['snapshot'];
const until = (text: string): Play[number] => ['wait', { seconds: 9, until: text }];
const openAt = (path: string): Play[number] => ['open', { path }];

const CASES: Record<string, Case> = {
  'adds one': {
    steps: ['Open /. Expect one entry.', 'Type "Milk" into "Title" and double-click "Add". Expect "Milk" once.'],
    play: [
      ...[openAt('/'), look, step(1, 'pass', 'listitem')],
      ...[typeInto('textbox "Title"', 'Milk'), look, clickOn('button "Add"', 'twice'), until('Milk')],
      ...[look, (shown: readonly string[]) => step(2, countOf(shown, 'Milk') === 1 ? 'pass' : 'fail', 'Milk')],
      (shown) => finish(countOf(shown, 'Milk') === 1 ? 'pass' : 'fail'),
    ],
    verdict: 'pass',
  },
  'adds two': {
    steps: ['Open /buggy. Type "Milk" into "Title" and double-click "Add". Expect "Milk" once.', 'Reload.'],
    play: [
      ...[openAt('/buggy'), look, typeInto('textbox "Title"', 'Milk'), look, clickOn('button "Add"', 'twice')],
      ...[until('Milk'), look],
      (shown) => step(1, countOf(shown, 'Milk') === 1 ? 'pass' : 'fail', 'Milk'),
      (shown) => finish(countOf(shown, 'Milk') === 1 ? 'pass' : 'fail'),
    ],
    verdict: 'fail',
    seen: 'step 1',
  },
  'answers the browser': {
    steps: ['Open /asks. Click "Delete", answer OK. Expect "Here" to be gone.'],
    play: [
      ...[openAt('/asks'), look, clickOn('button "Delete"'), look, ['dialog', { accept: true }] as const, look],
      (shown: readonly string[]) => step(1, shown.at(-1)?.includes('Here') === true ? 'fail' : 'pass', 'Delete'),
      finish('pass'),
    ],
    verdict: 'pass',
  },
  'goes through tabs, a form and a drag': {
    steps: [
      'Open /links and click "More". Go to the second tab, close it, click "Form".',
      'Choose "Large". Drag the note.',
    ],
    play: [
      ...[
        openAt('/links'),
        look,
        clickOn('link "More"'),
        ['tabs', { do: 'go', n: 2 }] as const,
        look,
        ['tabs', { do: 'close' }] as const,
      ],
      ...[look, clickOn('link "Form"'), look, step(1, 'pass', 'heading "Form"')],
      (shown) => ['select', { in: refOf(shown, 'combobox'), option: 'Large' }],
      (shown) => ['drag', { from: { ref: refOf(shown, 'Note') }, to: { dx: 60, dy: 0 } }],
      ...[
        look,
        (shown: readonly string[]) =>
          step(2, /option "Large" \[selected\]/.test(shown.at(-1) ?? '') ? 'pass' : 'fail', 'moved 60'),
      ],
      finish('pass'),
    ],
    verdict: 'pass',
  },
  'claims what it did not see': {
    steps: ['Open /. Expect "Saved".'],
    play: [openAt('/'), look, step(1, 'pass', 'Saved'), step(1, 'pass'), finish('pass')],
    verdict: 'uncertain',
    trouble: 'no-evidence',
  },
  'ends otherwise than its steps': {
    steps: ['Open /. Expect the form.', 'Expect "Saved".'],
    play: [openAt('/'), look, step(1, 'pass', 'Title'), finish('pass'), finish('fail')],
    verdict: 'uncertain',
    trouble: 'inconsistent',
  },
  'calls the app by an address': {
    steps: ['Open http://127.0.0.1:13200/. Expect the form.'],
    play: [['open', { path: 'http://app/' }], look, step(1, 'pass', 'Title'), finish('pass')],
    verdict: 'pass',
  },
  'only talks': { steps: ['Open /.'], play: [], verdict: 'uncertain', trouble: 'model-answer' },
  'cannot begin': {
    steps: ['Open /covered, where you are signed in.', 'Press "Save".'],
    play: [openAt('/covered'), look, finish('uncertain', { setupProblem: 'nobody is signed in' })],
    verdict: 'uncertain',
    trouble: 'set-up-problem',
    seen: 'nobody is signed in',
  },
  'goes elsewhere': {
    steps: ['Open /. Expect the form.'],
    play: [
      ...['http://127.0.0.1:9/', '//127.0.0.1:9/', 'file:///etc/passwd', '/\\127.0.0.1:9/'].map(openAt),
      (shown) => step(1, shown.every((text) => text.includes('only pages of the app')) ? 'uncertain' : 'fail'),
      finish('uncertain'),
    ],
    verdict: 'uncertain',
    trouble: 'verifier-uncertain',
  },
  'finds the app gone': {
    steps: ['Open /dead.'],
    play: [openAt('/dead')],
    verdict: 'uncertain',
    trouble: 'page-unreachable',
  },
};

/** How often the latest snapshot shows an entry with this text. */
const countOf = (shown: readonly string[], text: string): number =>
  (shown.findLast((each) => each.includes('address: ')) ?? '')
    .split('\n')
    .filter((line) => /listitem/.test(line) && line.includes(text)).length;

const idOf = (purpose: string) => purpose.replace(/\W+/g, '-');
const file = (cases: Record<string, Case>) =>
  stringify({
    origin: 'http://127.0.0.1:13200',
    tests: Object.entries(cases).map(([purpose, { steps }]) => ({
      id: idOf(purpose),
      category: 'target',
      purpose,
      steps,
    })),
  });

it('plays tests with a model, and believes only what it has shown', async () => {
  const cwd = temporaryFolder();
  const url = await servePages();
  const model = await scriptedVerifier(
    Object.fromEntries(Object.entries(CASES).map(([purpose, { play }]) => [purpose, play])),
  );
  writeFiles(cwd, { 'tests.yaml': file(CASES) });
  const words = ['verify', 'tests.yaml', '--url', url, '--driver', 'model', '--model', 'openai/gpt-5-mini', '--json'];
  const ended = await bugsweep(words, { cwd, env: model.env });
  const { tests = [], evidenceDir } = JSON.parse(ended.stdout || '{}');
  const said = ended.stdout + ended.stderr;
  const verdicts = tests.map(({ id, verdict }: { id: string; verdict: string }) => [id, verdict]);
  expect(Object.fromEntries(verdicts), said).toEqual(
    Object.fromEntries(Object.entries(CASES).map(([purpose, { verdict }]) => [idOf(purpose), verdict])),
  );
  for (const [purpose, { trouble, seen = '', verdict }] of Object.entries(CASES)) {
    const test = tests.find(({ id }: { id: string }) => id === idOf(purpose));
    expect.soft(test.trouble, `${purpose} ${JSON.stringify(test)}`).toBe(trouble);
    expect.soft(test.seen, purpose).toContain(seen);
    const tries = verdict === 'uncertain' ? 3 : 1;
    expect.soft(test.tries.length, `${purpose}: what is uncertain is tried three times`).toBe(tries);
    expect.soft(test.model.usage.outputTokens, purpose).toBeGreaterThan(0);
    expect.soft(test.model.costUsd, purpose).toBeGreaterThan(0);
  }
  expect(ended.exitCode).toBe(1);

  const added = tests.find(({ id }: { id: string }) => id === 'adds-one');
  expect(added.steps).toMatchObject([
    { n: 1, verdict: 'pass', quote: 'listitem' },
    { n: 2, verdict: 'pass', quote: 'Milk' },
  ]);
  for (const { quote, evidence } of added.steps)
    expect(readFileSync(join(evidenceDir, evidence), 'utf8')).toContain(quote);

  const cast = readFileSync(join(evidenceDir, 'adds-one-screencast.html'), 'utf8');
  const frames: [number, number, string][] = JSON.parse(/ frames = (.*);\n/.exec(cast)?.[1] ?? '[]');
  expect(new Set(frames.map(([, n]) => n)), 'pictures of both steps').toEqual(new Set([1, 2]));
  for (const [, , jpeg] of frames)
    expect(Buffer.from(jpeg, 'base64').subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  expect(added.evidence).toEqual(['adds-one-screencast.html', 'adds-one-1.zip']);

  expect(model.readIn('calls the app by an address')).toContain('1. Open http://app/. Expect');
  expect(model.readIn('adds one'), 'the same address on every machine').toContain('address: http://app/');
  expect(model.readIn('adds one')).not.toContain(new URL(url).host);
  const kept = readdirSync(cwd, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(jsonl|txt|json|yaml)$/.test(name),
  );
  for (const name of kept) expect(readFileSync(join(cwd, name), 'utf8'), name).not.toContain(KEY);
});

it.each([
  { name: 'no model', words: ['--driver', 'model'], says: 'the driver "model" needs a model' },
  { name: 'a model for the rules', words: ['--model', 'openai/gpt-5'], says: 'the rules ask no model' },
  {
    name: 'nobody runs it',
    words: ['--driver', 'model', '--model', 'opnai/gpt-5'],
    says: 'did you mean openai/gpt-5?',
  },
  { name: 'a rehearsal', words: ['--driver', 'model', '--model', 'rehearsal'], says: 'plays agents, and no tests' },
  { name: 'no key', words: ['--driver', 'model', '--model', 'anthropic/claude'], says: 'ANTHROPIC_API_KEY is not set' },
  {
    name: 'an endpoint that is down',
    words: ['--driver', 'model', '--model', 'openai/gpt-5'],
    says: 'the model openai/gpt-5 does not answer',
  },
])('a mistake of the caller, before anything is started: $name', async ({ words, says }) => {
  const cwd = temporaryFolder();
  writeFiles(cwd, { 'tests.yaml': file(CASES) });
  const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: 'http://127.0.0.1:9', ANTHROPIC_API_KEY: '' };
  const ended = await bugsweep(['verify', 'tests.yaml', '--url', await servePages(), ...words], { cwd, env });
  expect(ended.exitCode, ended.stderr).toBe(2);
  expect(ended.stderr).toContain(says);
  expect(existsSync(join(cwd, 'runs'))).toBe(false);
});

it('gives recorded answers on another port without a key, and none to a page that shows something else', async () => {
  const cwd = temporaryFolder();
  const { 'adds one': good, 'answers the browser': asks } = CASES;
  if (good === undefined || asks === undefined) throw new Error('no such case');
  const model = await scriptedVerifier({ 'adds one': good.play, 'answers the browser': asks.play });
  writeFiles(cwd, { 'tests.yaml': file({ 'adds one': good, 'answers the browser': asks }) });
  const verify = async (more: string[], url: string, env: Record<string, string>) => {
    const words = ['verify', 'tests.yaml', '--url', url, '--driver', 'model', '--model', 'openai/gpt-5-mini', '--json'];
    const ended = await bugsweep([...words, ...more], { cwd, env });
    const { tests = [] } = JSON.parse(ended.stdout || '{}');
    return { ...ended, tests, verdicts: tests.map(({ verdict }: { verdict: string }) => verdict) };
  };
  const recorded = await verify(['--record', 'box'], await servePages(), model.env);
  expect(recorded.verdicts, recorded.stdout + recorded.stderr).toEqual(['pass', 'pass']);
  const calls = model.asked.length;
  const without = { OPENAI_API_KEY: '', OPENAI_BASE_URL: 'http://127.0.0.1:9' };
  const replayed = await verify(['--cassettes', 'box'], await servePages(), without);
  expect(replayed.verdicts, replayed.stdout + replayed.stderr).toEqual(['pass', 'pass']);
  expect(replayed.tests[0].model).toMatchObject({
    calls: recorded.tests[0].model.calls,
    usage: recorded.tests[0].model.usage,
  });
  expect(model.asked.length, 'nobody is asked').toBe(calls);

  const changed = await verify(['--cassettes', 'box'], await servePages({ '/': '<h1>Something else</h1>' }), without);
  expect(changed.tests[0]).toMatchObject({ verdict: 'uncertain', trouble: 'cassette-missing', tries: [{}] });
  expect(changed.tests[0].seen).toContain('record anew');
  expect(changed.verdicts).toEqual(['uncertain', 'pass']);
  expect(changed.exitCode).toBe(3);

  const again = await verify(['--record', 'box'], await servePages(), model.env);
  expect(again.verdicts).toEqual(['pass', 'pass']);
  expect(model.asked.length, 'only the word that says that it is there').toBe(calls + 1);
  for (const name of readdirSync(join(cwd, 'box')))
    expect(readFileSync(join(cwd, 'box', name), 'utf8')).not.toContain(KEY);
});
