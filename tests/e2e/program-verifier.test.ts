import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { bugsweep, processesWith, temporaryFolder, writeFiles } from './bugsweep.ts';
import { servePages } from './plain-english-app.ts';
import { installed } from './rehearse.ts';
import { clickOn, finish, KEY, type Play, scriptedVerifier, step, typeInto } from './scripted-verifier.ts';

const look: Play[number] = ['snapshot'];
const openAt = (path: string): Play[number] => ['open', { path }];

const CASES: Record<string, { steps: string[]; play: Play; verdict: string; trouble?: string; tries: number }> = {
  'adds one': {
    steps: ['Open /. Type "Milk" into "Title" and click "Add". Expect "Milk" once.'],
    play: [
      ...[openAt('/'), look, typeInto('textbox "Title"', 'Milk'), look, clickOn('button "Add"')],
      ...[['wait', { seconds: 9, until: 'Milk' }] as const, look, step(1, 'pass', 'Milk'), finish('pass')],
    ],
    ...{ verdict: 'pass', tries: 1 },
  },
  'covers it': {
    steps: ['Open /covered. Click "Save".'],
    play: [openAt('/covered'), look, clickOn('button "Save"'), look, step(1, 'fail'), finish('fail')],
    ...{ verdict: 'fail', tries: 1 },
  },
  'claims what it did not see': {
    steps: ['Open /. Expect "Saved".'],
    play: [openAt('/'), look, step(1, 'pass', 'Saved'), finish('pass')],
    ...{ verdict: 'uncertain', trouble: 'no-evidence', tries: 3 },
  },
  'only talks': {
    steps: ['Open /. Expect "Saved".'],
    play: [],
    ...{ verdict: 'uncertain', trouble: 'model-answer', tries: 3 },
  },
};
const idOf = (purpose: string): string => purpose.replaceAll(' ', '-');

/** Of the test. */
const TOOLS = [
  ...[
    'snapshot',
    'screenshot',
    'click',
    'hover',
    'drag',
    'type',
    'press',
    'select',
    'scroll',
    'upload',
    'wait',
    'open',
  ],
  ...['navigate', 'tabs', 'dialog', 'console', 'report_step', 'finish'],
];
/** Of codex itself, whatever is switched off: the server has no resources, and nobody answers. */
const HARMLESS = ['list_mcp_resources', 'list_mcp_resource_templates', 'read_mcp_resource', 'request_user_input'];

const PROGRAMS = [
  ['codex', 'openai/gpt-5-mini'],
  ['claude-code', 'anthropic/claude-sonnet-4-5'],
] as const;
const missing = PROGRAMS.filter(([name]) => !installed.includes(name)).map(([name]) => name);

describe.skipIf(missing.length > 0)(`programs that play tests (missing: ${missing.join(', ') || 'none'})`, () => {
  it.each(PROGRAMS)('%s plays with the tools of the test, and with none of its own', async (driver, model) => {
    const cwd = temporaryFolder();
    const url = await servePages();
    const scripted = await scriptedVerifier(
      Object.fromEntries(Object.entries(CASES).map(([purpose, { play }]) => [purpose, play])),
    );
    const tests = Object.entries(CASES).map(([purpose, { steps }]) => ({
      ...{ id: idOf(purpose), category: 'target', purpose, steps },
    }));
    writeFiles(cwd, { 'tests.yaml': stringify({ tests }) });
    const words = ['verify', 'tests.yaml', '--url', url, '--driver', driver, '--model', model, '--json'];
    const env = { ...scripted.env, ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: scripted.server.url };
    const ended = await bugsweep(words, { cwd, env });
    const said = ended.stdout + ended.stderr;
    const played = JSON.parse(ended.stdout || '{}').tests ?? [];
    for (const [purpose, { verdict, trouble, tries }] of Object.entries(CASES)) {
      const test = played.find(({ id }: { id: string }) => id === idOf(purpose));
      expect
        .soft([test?.verdict, test?.trouble, test?.tries.length], `${purpose}: ${said}`)
        .toEqual([...[verdict, trouble, tries]]);
      expect.soft(test?.model.usage.inputTokens, purpose).toBeGreaterThan(0);
      expect.soft(test?.model.costUsd, `${purpose}: no call was cut`).toBeGreaterThan(0);
    }
    const offered = new Set(scripted.asked.flatMap(({ tools }) => tools.map(({ name }) => name)));
    const known = new Set([...TOOLS.flatMap((name) => [name, `mcp__app__${name}`]), ...HARMLESS]);
    expect([...offered].filter((name) => !known.has(name))).toEqual([]);
    const kept = readdirSync(cwd, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(jsonl?|log)$/.test(name));
    expect(kept.some((name) => name.endsWith('verifier.log'))).toBe(true);
    for (const name of kept) expect(readFileSync(join(cwd, name), 'utf8'), name).not.toContain(KEY);
    expect(processesWith(cwd)).toEqual([]);
  });
});

it.each([
  { words: ['--driver', 'codex', '--model', 'anthropic/x'], says: 'codex asks models of openai only' },
  {
    words: ['--driver', 'claude-code', '--model', 'anthropic/x', '--record', 'box'],
    says: 'answers to claude-code are not recorded',
  },
])('a mistake of the caller: $says', async ({ words, says }) => {
  const cwd = temporaryFolder();
  const tests = [{ id: 'a', category: 'target', purpose: 'a', steps: ['Open /.'] }];
  writeFiles(cwd, { 'tests.yaml': stringify({ tests }) });
  const env = { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY };
  const ended = await bugsweep(['verify', 'tests.yaml', '--url', 'http://127.0.0.1:9', ...words], { cwd, env });
  expect([ended.exitCode, ended.stderr]).toEqual([2, expect.stringContaining(says)]);
});
