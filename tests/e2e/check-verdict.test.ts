import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { packageRoot } from '../../src/host/index.ts';
import { OUTCOME_ANNOTATION } from '../../src/judge/browser/protocol.ts';
import { temporaryFolder, writeFiles } from './bugsweep.ts';
import { PAGE, writeTinyApps } from './tiny-app.ts';

interface Case {
  body: string;
  verdict: 'pass' | 'fail' | 'uncertain';
  seen?: string;
}

const SHORT = '{ timeout: 700, intervals: [50] }';

/** What ends a check decides, not what was overcome before. */
const CASES: Record<string, Case> = {
  'an assertion that failed in toPass and then held': {
    body: `let n = 0; await expect(async () => { n += 1; expect(n).toBe(3); }).toPass(${SHORT});`,
    verdict: 'pass',
  },
  'a crash of the judge after an assertion that held in the end': {
    body: `let n = 0; await expect(async () => { n += 1; expect(n).toBe(3); }).toPass(${SHORT}); (null as any).x;`,
    verdict: 'uncertain',
    seen: 'judge itself failed: TypeError',
  },
  'a crash of the judge after an assertion that was caught': {
    body: `await expect(page).toHaveTitle('Nothing', { timeout: 50 }).catch(() => {}); (null as any).x;`,
    verdict: 'uncertain',
    seen: 'judge itself failed: TypeError',
  },
  'a crash of the judge in toPass': {
    body: `await expect(async () => { (null as any).x; }).toPass(${SHORT});`,
    verdict: 'uncertain',
    seen: 'judge itself failed: Error: Cannot read properties of null',
  },
  'a crash of the judge in what is polled': {
    body: `await expect.poll(() => (null as any).x, ${SHORT}).toBe(1);`,
    verdict: 'uncertain',
    seen: 'judge itself failed: TypeError',
  },
  'an attempt that never ends': {
    body: `await expect(() => new Promise(() => {})).toPass(${SHORT});`,
    verdict: 'uncertain',
    seen: 'did not end',
  },
  'another assertion than the one that was overcome': {
    body: `let n = 0; await expect(async () => { n += 1; expect(n).toBe(3); }).toPass(${SHORT}); expect('seen last').toBe('wanted');`,
    verdict: 'fail',
    seen: 'seen last',
  },
  'an assertion in toPass that never holds': {
    body: `await expect(async () => { expect('seen inside').toBe('wanted'); }).toPass(${SHORT});`,
    verdict: 'fail',
    seen: 'seen inside',
  },
  'an action in toPass that a user could not do': {
    body: `await expect(async () => { await page.getByText('Nowhere').click({ timeout: 50 }); }).toPass(${SHORT});`,
    verdict: 'fail',
    seen: 'Nowhere',
  },
  'a value that is polled and never comes': {
    body: `await expect.poll(() => 'seen polled', ${SHORT}).toBe('wanted');`,
    verdict: 'fail',
    seen: 'seen polled',
  },
  'a soft assertion': {
    body: `expect.soft('seen softly').toBe('wanted');`,
    verdict: 'fail',
    seen: 'seen softly',
  },
  'a soft assertion of the page': {
    body: `await expect.soft(page).toHaveTitle('Nothing', { timeout: 50 });`,
    verdict: 'fail',
    seen: 'Counter',
  },
  'a soft poll whose function crashes': {
    body: `await expect.soft(() => { (null as any).x; }).toPass(${SHORT});`,
    verdict: 'uncertain',
    seen: 'judge itself failed: Error: Cannot read properties of null',
  },
  'means that were missing once': {
    body: `let n = 0; await expect(async () => { n += 1; if (n < 3) throw new CannotJudge('control', 'gone'); }).toPass(${SHORT});`,
    verdict: 'pass',
  },
  'means that are missing to the end': {
    body: `await expect(async () => { throw new CannotJudge('control', 'gone for good'); }).toPass(${SHORT});`,
    verdict: 'uncertain',
    seen: 'gone for good',
  },
  'means whose loss the judge overlooked': {
    body: `try { throw new CannotJudge('control', 'gone unseen'); } catch {} expect(1).toBe(2);`,
    verdict: 'uncertain',
    seen: 'gone unseen',
  },
  'a page that the app does not give': {
    body: `await page.goto('http://127.0.0.1:9/');`,
    verdict: 'uncertain',
    seen: 'net::ERR_',
  },
  'a page that the app does not give in time': {
    body: `await page.route('**/*', () => {}); await page.goto('/', { timeout: 500 });`,
    verdict: 'uncertain',
    seen: 'page.goto: Timeout 500ms',
  },
  'a page that the app gave at last': {
    body: `let n = 0; await expect(async () => { n += 1; await page.goto(n < 3 ? 'http://127.0.0.1:9/' : '/'); }).toPass(${SHORT.replace('700', '7000')});`,
    verdict: 'pass',
  },
  // A loaded machine is slow to draw and slow to answer; nothing of that is the patch's.
  'a page that is too busy to show in time what it will show': {
    body: `await blockFor(page, 9000, 'Shown at last'); await expect(page.getByText('Shown at last')).toBeVisible();`,
    verdict: 'pass',
  },
  'a control of a page that is too busy': {
    body: `await blockFor(page, 12000, 'Shown at last'); await mouse.click(page.getByText('Shown at last'));`,
    verdict: 'pass',
  },
  'what is polled of a page that is too busy': {
    body: `let hits = 0;
      await page.route('**/hit', (route) => { hits += 1; return route.fulfill({ body: '' }); });
      await blockFor(page, 9000, 'Shown at last', '/hit');
      await expect.poll(() => hits).toBe(1);`,
    verdict: 'pass',
  },
  'an answer that is long in coming': {
    body: `await page.route('**/slow', (route) => new Promise((resolve) => setTimeout(resolve, 9000)).then(() => route.fulfill({ body: '' })));
      await page.evaluate(() => { void fetch('/slow').then(() => document.body.append('Answered at last')); });
      await expect(async () => { await expect(page.getByText('Answered at last')).toBeVisible({ timeout: 500 }); }).toPass({ timeout: 3000 });`,
    verdict: 'pass',
  },
  'an answer that is long in coming, and is there just before the bound': {
    body: `await page.route('**/slow', (route) => new Promise((resolve) => setTimeout(resolve, 2200)).then(() => route.fulfill({ body: '' })));
      await page.evaluate(() => { void fetch('/slow').then(() => setTimeout(() => document.body.append('Drawn at last'), 1800)); });
      await expect(page.getByText('Drawn at last')).toBeVisible({ timeout: 3000 });`,
    verdict: 'pass',
  },
  'what an idle page never shows': {
    body: `await expect(page.getByText('Never')).toBeVisible({ timeout: 1500 });`,
    verdict: 'fail',
    seen: 'Never',
  },
  'a busy page that never shows it': {
    body: `await blockFor(page, 3000, 'Something else'); await expect(page.getByText('Never')).toBeVisible({ timeout: 1500 });`,
    verdict: 'fail',
    seen: 'Never',
  },
  'an assertion that the judge wrapped': {
    body: `try { expect('seen wrapped').toBe('wanted'); } catch (cause) { throw new Error('in the list', { cause }); }`,
    verdict: 'fail',
    seen: 'seen wrapped',
  },
};

const SPEC = `import { CannotJudge, expect, type Page, test } from 'bugsweep/judge';
/** The page does nothing else for a while, then shows a text and may ask the server. */
const blockFor = (page: Page, ms: number, text: string, asks = '') =>
  page.evaluate(([ms, text, asks]) => {
    setTimeout(() => {
      const until = Date.now() + Number(ms);
      while (Date.now() < until);
      document.body.append(String(text));
      if (asks) void fetch(String(asks));
    });
  }, [ms, text, asks]);
${Object.entries(CASES)
  .map(
    ([name, { body }]) =>
      `test(${JSON.stringify(name)}, { tag: '@target' }, async ({ page, mouse }) => { await page.goto('/'); ${body} });`,
  )
  .join('\n')}
`;

interface Outcome {
  verdict: string;
  expected: string;
  seen: string;
  /** The file that Playwright shows an author. */
  at?: string;
}

/** As Playwright's JSON reporter has it. */
interface ListedSpec {
  title: string;
  tests: { annotations: Record<string, string>[]; results: { errorLocation?: { file: string } }[] }[];
}

/** Runs a judge by hand, as CONTRIBUTING.md has it, and gives the outcome of each check. */
async function judgeByHand(spec: string): Promise<Map<string, Outcome>> {
  const server = createServer((_, response) => response.end(PAGE)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const cwd = temporaryFolder();
  const suite = writeTinyApps(cwd, [{ id: 'verdicts', judge: spec }]);
  const config = {
    testDir: suite,
    tsconfig: join(packageRoot, 'tsconfig.json'),
    fullyParallel: true,
    workers: 2,
    reporter: 'json',
  };
  writeFiles(cwd, {
    'package.json': '{"type": "module"}',
    'playwright.config.ts': `export default ${JSON.stringify(config)};\n`,
  });
  const results = join(cwd, 'results.json');
  const env = {
    ...process.env,
    BUGSWEEP_APP_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    PLAYWRIGHT_JSON_OUTPUT_NAME: results,
  };
  const program = join(packageRoot, 'node_modules/@playwright/test/cli.js');
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, [program, 'test', '-c', cwd], { cwd, env }, (_, out, err) => resolve(out + err));
  });
  const { suites, errors } = JSON.parse(readFileSync(results, 'utf8'));
  expect(errors, printed).toEqual([]);
  return new Map(
    suites[0].specs.map(({ title, tests }: ListedSpec) => {
      const [first] = tests;
      const outcome = first?.annotations.find(({ type }) => type === OUTCOME_ANNOTATION);
      return [title, { ...JSON.parse(outcome?.description ?? 'null'), at: first?.results[0]?.errorLocation?.file }];
    }),
  );
}

it('the verdict of a check, and its reason, come from what ended it', async () => {
  const outcomes = await judgeByHand(SPEC);
  expect(Object.fromEntries([...outcomes].map(([name, { verdict }]) => [name, verdict]))).toEqual(
    Object.fromEntries(Object.entries(CASES).map(([name, { verdict }]) => [name, verdict])),
  );
  for (const [name, { seen, verdict }] of Object.entries(CASES)) {
    if (seen !== undefined) expect.soft(outcomes.get(name)?.seen, name).toContain(seen);
    if (verdict !== 'fail') continue;
    expect.soft(outcomes.get(name)?.expected, name).not.toContain('undefined');
    if (!name.startsWith('a soft')) expect.soft(outcomes.get(name)?.at, name).toMatch(/judge\.spec\.ts$/);
  }
});
