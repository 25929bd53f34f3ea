import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { bugsweep, temporaryFolder, writeFiles } from './bugsweep.ts';
import { INJECTIONS, servePages } from './plain-english-app.ts';

interface Case {
  steps: string[];
  verdict: 'pass' | 'fail' | 'uncertain';
  seen?: string;
}

const CASES: Record<string, Case> = {
  'adds-one': {
    steps: [
      'Open /. Expect one entry in the list "Things".',
      'Type "Milk" into the field "Title" and double-click "Add".',
      'Expect "Milk" exactly once, two entries and the field "Title" to be empty.',
    ],
    verdict: 'pass',
  },
  'adds-two': {
    steps: [
      'Open /buggy.',
      'Type "Milk" into the field "Title" and double-click "Add".',
      'Expect "Milk" exactly once.',
    ],
    verdict: 'fail',
    seen: 'step 3 (Expect "Milk" exactly once.)',
  },
  'no-rule': { steps: ['Open /.', 'Make it nice.'], verdict: 'uncertain', seen: 'no rule for "Make it nice"' },
  twins: { steps: ['Open /twins.', 'Click "Save".'], verdict: 'uncertain', seen: 'may be any of 2 elements' },
  'counted-in-either': {
    steps: ['Open /twins.', 'Expect one entry in the list "A".'],
    verdict: 'uncertain',
    seen: 'may be any of 2 elements',
  },
  'absent-from-nowhere': {
    steps: ['Open /twins.', 'Expect no entry in the table.'],
    verdict: 'fail',
    seen: 'the table',
  },
  'one-of-twins': {
    steps: ['Open /twins.', 'Click the second button "Save", then "Go" in the row "A".'],
    verdict: 'pass',
  },
  covered: {
    steps: ['Open /covered.', 'Click the button "Save".'],
    verdict: 'fail',
    seen: 'intercepts pointer events',
  },
  missing: { steps: ['Open /covered.', 'Click the button "Send".'], verdict: 'fail', seen: 'step 2' },
  'late-message': {
    steps: ['Open /late.', 'Click "Save". Expect no text "It failed".'],
    verdict: 'fail',
    seen: 'is not there',
  },
  'late-message-seen': {
    steps: [
      'Open /late, then click "Save".',
      'Wait until you see the message.',
      'Expect the message to have the colour "#c00".',
    ],
    verdict: 'pass',
  },
  'asked-and-no-answer': {
    steps: ['Open /asks.', 'Click "Delete".', 'Expect "Here" to be gone.'],
    verdict: 'uncertain',
    seen: 'Really?',
  },
  'asked-and-answered': {
    steps: ['Open /asks. Answer OK when the browser asks.', 'Click "Delete". Expect "Here" to be gone.'],
    verdict: 'pass',
  },
  tabs: {
    steps: [
      'Open /links and click the link "More".',
      'Switch to the second tab. Expect the address to be /late and the button "Save".',
      'Close the tab, click "Form", go back and expect the link "Form". Go forward.',
      'Expect the heading "Form", "First" above "Second" and the title of the page to be "Shop".',
    ],
    verdict: 'pass',
  },
  form: {
    steps: [
      'Open /form. Choose "Large" in the field "Size". Tick the checkbox "Gift" and expect them to be ticked.',
      'Drag the note 60 pixels to the right.',
    ],
    verdict: 'uncertain',
    seen: 'no rule for "Tick the checkbox "Gift" and expect them to be ticked"',
  },
  'form-said': {
    steps: [
      'Open /form. Choose "Large" in the field "Size". Tick the checkbox "Gift". It should now be on.',
      'Expect the checkbox "Gift" to be ticked and the field "Size" to hold "Large".',
      'Hover over the note. Expect the result to say "over".',
      'Drag the note 60 pixels to the right. Expect the result to be exactly "moved 60".',
      'Reload the page. Expect the checkbox "Gift" to be unticked. Scroll to the heading.',
    ],
    verdict: 'pass',
  },
  'in-nothing': {
    steps: ['Open /twins.', 'Click "Go" in "Nowhere".'],
    verdict: 'uncertain',
    seen: 'nothing on the page tells what "Nowhere" is',
  },
  'maybe-another': {
    steps: ['Open /twins.', 'The button should be gone.'],
    verdict: 'uncertain',
    seen: 'may be another one: there are 3',
  },
  'called-otherwise-by-now': {
    steps: ['Open /renames.', 'Click the button "Start". The button should be enabled.'],
    verdict: 'uncertain',
    seen: 'nothing on the page tells what The button is',
  },
  dead: { steps: ['Open /dead.'], verdict: 'uncertain', seen: 'net::ERR_' },
  ...Object.fromEntries(
    Object.keys(INJECTIONS).map((name): [string, Case] => [
      `injected-${name}`,
      {
        steps: [`Open /injected-${name}. Expect the heading "Shop".`, 'Wait up to 1 seconds until you see "Saved".'],
        verdict: 'fail',
        seen: 'step 2',
      },
    ]),
  ),
};

const file = (tests: Record<string, Case>) =>
  stringify({
    places: { note: { css: '.note' }, result: { css: 'output' } },
    tests: Object.entries(tests).map(([id, { steps }]) => ({ id, category: 'target', purpose: id, steps })),
  });

it('plays tests in plain English, and says of each what it came to', async () => {
  const cwd = temporaryFolder();
  const url = await servePages();
  writeFiles(cwd, { 'tests.yaml': file(CASES) });
  const ended = await bugsweep(['verify', 'tests.yaml', '--url', url, '--json'], { cwd });
  const { tests = [], evidenceDir } = JSON.parse(ended.stdout);
  const played: { id: string; verdict: string; seen: string }[] = tests;
  expect(Object.fromEntries(played.map(({ id, verdict }) => [id, verdict])), ended.stdout + ended.stderr).toEqual(
    Object.fromEntries(Object.entries(CASES).map(([id, { verdict }]) => [id, verdict])),
  );
  for (const { id, seen } of played) expect.soft(seen, id).toContain(CASES[id]?.seen ?? '');
  expect(ended.exitCode).toBe(1);
  expect(readdirSync(evidenceDir)).toContain('covered-1.png');
});

it('ends with 0 where all passed and with 3 where one could not be played', async () => {
  const cwd = temporaryFolder();
  const url = await servePages();
  writeFiles(cwd, { 'tests.yaml': file(CASES) });
  const verify = (id: string) => bugsweep(['verify', 'tests.yaml', '--url', url, '--test', id], { cwd });
  const good = await verify('one-of-twins');
  expect(good.exitCode, good.stderr).toBe(0);
  expect(good.stdout).toContain('1 passed, 0 failed, 0 uncertain');
  const unclear = await verify('no-rule');
  expect(unclear.exitCode).toBe(3);
  expect(unclear.stdout).toContain('no rule for "Make it nice"');
});

it.each([
  { name: 'nothing runs there', words: ['--url', 'http://127.0.0.1:9'], says: 'http://127.0.0.1:9 does not answer' },
  { name: 'an address with a path', words: ['--url', 'http://127.0.0.1:9/app'], says: 'must end after the host' },
  { name: 'another program’s address', words: ['--url', 'file:///etc'], says: 'such as http://localhost:3000' },
  { name: 'no address', words: [], says: "--url <url>' not specified" },
  {
    name: 'an unknown test',
    words: ['--url', 'http://127.0.0.1:9', '--test', 'adds-on'],
    says: 'did you mean adds-one?',
  },
  { name: 'no such file', file: 'none.yaml', words: ['--url', 'http://127.0.0.1:9'], says: 'none.yaml' },
  {
    name: 'keys that nobody knows, all at once',
    text: 'tests:\n  - {id: a, categry: target, purpose: x, steps: []}\n',
    words: ['--url', 'http://127.0.0.1:9'],
    says: 'did you mean `category`?',
  },
  { name: 'no YAML', text: 'tests: [', words: ['--url', 'http://127.0.0.1:9'], says: 'is not YAML' },
])('a mistake of the caller: $name', async ({ words, says, text, file: name = 'tests.yaml' }) => {
  const cwd = temporaryFolder();
  writeFiles(cwd, { 'tests.yaml': text ?? file(CASES) });
  const ended = await bugsweep(['verify', name, ...words], { cwd });
  expect(ended.exitCode).toBe(2);
  expect(ended.stderr).toContain(says);
  expect(existsSync(join(cwd, 'runs'))).toBe(false);
});
