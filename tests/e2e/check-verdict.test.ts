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
  'a page that the app gave at last': {
    body: `let n = 0; await expect(async () => { n += 1; await page.goto(n < 3 ? 'http://127.0.0.1:9/' : '/'); }).toPass(${SHORT.replace('700', '7000')});`,
    verdict: 'pass',
  },
  'an assertion that the judge wrapped': {
    body: `try { expect('seen wrapped').toBe('wanted'); } catch (cause) { throw new Error('in the list', { cause }); }`,
    verdict: 'fail',
    seen: 'seen wrapped',
  },
};

const SPEC = `import { CannotJudge, expect, test } from 'bugsweep/judge';
${Object.entries(CASES)
  .map(
    ([name, { body }]) =>
      `test(${JSON.stringify(name)}, { tag: '@target' }, async ({ page }) => { await page.goto('/'); ${body} });`,
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
