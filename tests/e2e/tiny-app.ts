import { join } from 'node:path';
import { writeFiles } from './bugsweep.ts';

/** A page with one button that should count by one, and counts by two. */
export const PAGE = `<!doctype html><title>Counter</title>
<h1>Counter</h1><button id="more">More</button> <output aria-label="count">0</output>
<script>
  const output = document.querySelector('output');
  document.querySelector('#more').addEventListener('click', () => { output.textContent = String(Number(output.textContent) + 2); });
</script>
`;

const SERVER = `import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
createServer((request, response) => {
  try {
    const body = readFileSync(new URL('index.html', import.meta.url));
    response.writeHead(200, { 'content-type': 'text/html' }).end(body);
  } catch { response.writeHead(500).end('no page'); }
}).listen(Number(process.env.PORT), '127.0.0.1');
`;

const JUDGE = `import { expect, test } from 'bugsweep/judge';
test('the page opens', { tag: '@control' }, async ({ page }) => {
  const answer = await page.goto('/');
  expect(answer?.status()).toBe(200);
});
test('one click counts one', { tag: '@target' }, async ({ page, mouse }) => {
  await page.goto('/');
  await mouse.click(page.getByRole('button', { name: 'More' }));
  await expect(page.getByLabel('count')).toHaveText('1', { timeout: 2000 });
});
test('the count starts at nought', { tag: '@preservation' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByLabel('count')).toHaveText('0', { timeout: 2000 });
});
`;

export interface TinyAppTask {
  id: string;
  server?: string;
  judge?: string;
  /** Seconds until the app must be ready. */
  readyTimeoutMs?: number;
  checkTimeoutMs?: number;
  rounds?: number;
}

/** A suite with a real page in a real browser, without any package: starts in well under a second. */
export function writeTinyApps(dir: string, tasks: readonly TinyAppTask[]): string {
  const files: Record<string, string> = {
    'pages/suite.toml': 'schemaVersion = 1\nname = "pages"\ntitle = "Pages"\nversion = 1\n',
  };
  for (const task of tasks) {
    const { id, server = SERVER, judge = JUDGE, readyTimeoutMs = 20_000, checkTimeoutMs = 30_000, rounds = 1 } = task;
    const at = (name: string) => `pages/${id}/${name}`;
    files[at('task.toml')] = `schemaVersion = 1
id = "${id}"
title = "Counts by two"
summary = "One click counts two."
group = "pages"
kind = "bug"
category = "read"
actions = ["read"]
licence = "MIT"
rounds = ${rounds}
[source]
kind = "app"
app = "./environment/site"
[app]
readyTimeoutMs = ${readyTimeoutMs}
[judge]
kind = "browser"
checkTimeoutMs = ${checkTimeoutMs}
`;
    files[at('instruction.md')] = 'The counter counts wrong.\n';
    for (let n = 2; n <= rounds; n += 1) files[at(`instruction-${n}.md`)] = `Once more (${n}).\n`;
    files[at('environment/site/app.toml')] =
      'schemaVersion = 1\nname = "site"\n[server]\nkind = "command"\ncommand = ["node", "server.mjs"]\nport = 3000\n';
    files[at('environment/site/index.html')] = PAGE;
    files[at('environment/site/server.mjs')] = server;
    files[at('tests/judge.spec.ts')] = judge;
    files[at('solution/reference.patch')] = FIX;
  }
  writeFiles(dir, files);
  return join(dir, 'pages');
}

/** Counts by one. */
export const FIX = `diff --git a/index.html b/index.html
--- a/index.html
+++ b/index.html
@@ -2,5 +2,5 @@
 <h1>Counter</h1><button id="more">More</button> <output aria-label="count">0</output>
 <script>
   const output = document.querySelector('output');
-  document.querySelector('#more').addEventListener('click', () => { output.textContent = String(Number(output.textContent) + 2); });
+  document.querySelector('#more').addEventListener('click', () => { output.textContent = String(Number(output.textContent) + 1); });
 </script>
`;
