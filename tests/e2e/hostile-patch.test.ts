import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { findChromium } from '../../src/browser/index.ts';
import { packageRoot } from '../../src/host/index.ts';
import { bugsweep, expectTrials, temporaryFolder, writeFiles } from './bugsweep.ts';
import { FIX, writeTinyApps } from './tiny-app.ts';

const web = join(packageRoot, 'apps/team-tasks/web');

/** A patch that puts `text` in front of a file of the front end. */
function prepend(path: string, text: string): string {
  const first = readFileSync(join(web, path), 'utf8').split('\n').slice(0, 3);
  const added = text.trim().split('\n');
  return [
    `diff --git a/${path} b/${path}`,
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -1,3 +1,${3 + added.length} @@`,
    ...added.map((line) => `+${line}`),
    ...first.map((line) => ` ${line}`),
    '',
  ].join('\n');
}

/** A patch that puts other contents in the place of a file of the front end. */
function rewrite(path: string, text: string): string {
  const [old, now] = [readFileSync(join(web, path), 'utf8'), text].map((all) => all.trimEnd().split('\n'));
  return [
    `diff --git a/${path} b/${path}`,
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -1,${old?.length} +1,${now?.length} @@`,
    ...(old ?? []).map((line) => `-${line}`),
    ...(now ?? []).map((line) => `+${line}`),
    '',
  ].join('\n');
}

const FORGED_CONFIG = `const forged = { name: 'forge', transformIndexHtml: () => '<!doctype html><h1>All tests passed</h1>' };
export default { plugins: [forged] };
`;

/** The text of a page that runs `script`, as the page itself gives it. */
async function readNaively(script: string): Promise<string> {
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.setContent(`<h1>Two failed</h1><script>${script.replaceAll(/ as never as \{[^}]*\}/g, '')}</script>`);
    return await page.evaluate<string>('document.querySelector("h1").innerText');
  } finally {
    await browser.close();
  }
}

/** Judges a patch that does not mend the bug of its task. */
async function judge(patch: string, task = 'team-tasks/double-submit') {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'attack.diff'), patch);
  const ended = await bugsweep(['judge', 'attack.diff', '--task', task, '--json'], { cwd });
  expect(ended.stdout, ended.stderr).toMatch(/^\{/);
  return JSON.parse(ended.stdout).trials[0];
}

describe('a patch that attacks its judge instead of mending the bug', () => {
  it('by a configuration of the dev server, a judge and results of its own, and by reaching out from the page', async () => {
    const reach = `for (const path of ['/control/reset', '/state', '/api/../state', '/reset']) void fetch(path, { method: 'POST', body: '{}' });
void fetch('file:///etc/passwd').catch(() => undefined);
new WebSocket('ws://127.0.0.1:9222/devtools/browser');`;
    const added = ['playwright.config.ts', 'tests/judge.spec.ts', 'trial.json', 'results.jsonl'].map((path) =>
      [
        `diff --git a/${path} b/${path}`,
        'new file mode 100644',
        '--- /dev/null',
        `+++ b/${path}`,
        '@@ -0,0 +1 @@',
        '+{"passed":true}',
        '',
      ].join('\n'),
    );
    const trial = await judge(
      `${rewrite('vite.config.ts', FORGED_CONFIG)}${prepend('src/main.tsx', reach)}${added.join('')}`,
    );
    expectTrials(trial).toMatchObject({ outcome: 'judged', passed: false, target: 'fail', preservation: 'pass' });
  });

  it('(the configuration does its harm where nobody is on guard)', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'package.json': '{"type": "module"}', 'vite.config.ts': FORGED_CONFIG });
    symlinkSync(join(web, 'node_modules'), join(cwd, 'node_modules'));
    const serve = `const { createServer } = await import('vite');
const server = await createServer({ server: { middlewareMode: true, ws: false }, logLevel: 'silent' });
console.log(await server.transformIndexHtml('/', '<title>Team Tasks</title>'));
process.exit();`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', serve], { cwd, encoding: 'utf8' });
    expect(printed).toContain('All tests passed');
  });

  it('by replacing what pages are read with', async () => {
    const attack = `const lie = { configurable: true, get: () => 'All tests passed' };
Object.defineProperty(HTMLElement.prototype, 'innerText', lie);
document.elementFromPoint = () => document.querySelector('button');
Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 10, 10);
(window as never as { expect: unknown }).expect = () => new Proxy({}, { get: () => () => undefined });
(globalThis as never as { Date: unknown }).Date = class extends Date { static now() { return 0; } };`;
    expect(await readNaively(attack), 'a page that is simply asked says what it likes').toBe('All tests passed');
    const trial = await judge(prepend('src/main.tsx', attack));
    expectTrials(trial).toMatchObject({ outcome: 'judged', passed: false, target: 'fail' });
  });

  it('by code that never ends', async () => {
    const suite = writeTinyApps(temporaryFolder(), [{ id: 'counter' }]);
    const patch = FIX.replaceAll('@@ -2,5 +2,5 @@', '@@ -2,5 +2,6 @@').replace(
      '\n </script>\n',
      '\n+for (;;) {}\n </script>\n',
    );
    const trial = await judge(patch, join(suite, 'counter'));
    expectTrials(trial).toMatchObject({ outcome: 'judged', passed: false, target: 'fail' });
  });
});
