import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type BrowserEvent, type TrialRecord, trialRecordSchema } from '../../src/schema/index.ts';
import { bugsweep, expectTrials, processesWith, temporaryFolder, writeFiles } from './bugsweep.ts';
import { writeTinyApps } from './tiny-app.ts';

const PAGE = `<!doctype html><title>Counter</title>
<h1>Counter</h1><button id="more">More</button> <output aria-label="count">0</output>
<script>
  const output = document.querySelector('output');
  const more = () => {
    output.textContent = String(Number(output.textContent) + 2);
  };
  document.querySelector('#more').addEventListener('click', more);
</script>
`;

const FIX = `diff --git a/index.html b/index.html
--- a/index.html
+++ b/index.html
@@ -5,3 +5,3 @@
   const more = () => {
-    output.textContent = String(Number(output.textContent) + 2);
+    output.textContent = String(Number(output.textContent) + 1);
   };
`;

/** An agent that drives a browser with Playwright from Node, as the prompt says; `page` has opened the app. */
const drive = (work: string, before = '') => `#!/bin/sh
${before}
exec node -e '
const { chromium } = require("/opt/bugsweep/node_modules/playwright-core");
(async () => {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
  const page = await browser.newPage();
  await page.goto(process.env.APP_URL);
  ${work}
  await browser.close();
})();
'
`;

const OWN_PATH = '/usr/lib/chromium/chromium';

const AGENTS = {
  clicks: drive(`
  await page.click("button");
  await page.waitForTimeout(4000);
  await page.keyboard.type("not to be told");
  await page.keyboard.press("Tab");
  await page.screenshot({ path: "/tmp/seen.png" });
  await page.evaluate(() => { console.error("it said so"); return fetch("/favicon.ico"); });
  await page.goto(process.env.APP_URL + "/?again");
  await page.goBack();`),
  // What ran is known of a tab that is left open for a moment.
  looks: drive('await page.textContent("h1"); await page.waitForTimeout(5000);'),
  // Driven through a port; its page writes itself anew.
  connects: drive(`
  const { spawn } = require("node:child_process");
  const args = ["--headless", "--no-sandbox", "--user-data-dir=/tmp/own", "--remote-debugging-port=9333", "about:blank"];
  const own = spawn(process.env.CHROMIUM, args, { stdio: "ignore" });
  let other;
  for (let n = 0; other === undefined && n < 300; n += 1) {
    other = await chromium.connectOverCDP("http://127.0.0.1:9333").catch(() => new Promise((go) => setTimeout(go, 100)));
  }
  const written = await other.contexts()[0].newPage();
  await written.goto(process.env.APP_URL);
  await written.click("button");
  await written.waitForTimeout(3000);
  await written.setContent("<a>Written anew</a>");
  await written.click("a");
  await written.waitForTimeout(2000);
  await other.close();
  own.kill();`),
  // Its one browser is no recorded one: nobody knows what ran there.
  hides: `#!/bin/sh
timeout 20 sh -c '${OWN_PATH} --headless --no-sandbox --user-data-dir=/tmp/own --remote-debugging-port=9222 & sleep 4'
exit 0
`,
  floods: drive(
    'await page.click("button"); await page.waitForTimeout(4000);',
    `head -c 30000000 /dev/urandom > /run/browser/7
printf '# pipe 3000 \\0# port 99999999 \\0# # #\\0{"id":1,"method":"Page.captureScreenshot"}\\0' > /run/browser/8`,
  ),
};

interface Seen {
  record: TrialRecord;
  events: BrowserEvent[];
  text: string;
}

async function play(agents: Readonly<Record<string, string>>, cwd = temporaryFolder()): Promise<Record<string, Seen>> {
  chmodSync(cwd, 0o711);
  const suite = writeTinyApps(cwd, [{ id: 'counter' }]);
  const files = Object.entries(agents).map(([name, script]) => [`${name}.sh`, script]);
  writeFiles(cwd, {
    ...Object.fromEntries(files),
    'pages/counter/environment/site/index.html': PAGE,
    'pages/counter/solution/reference.patch': FIX,
  });
  for (const name of Object.keys(agents)) chmodSync(join(cwd, `${name}.sh`), 0o755);
  const words = Object.keys(agents).flatMap((name) => ['--agent', `command:./${name}.sh`]);
  const ended = await bugsweep(['run', '--suite', suite, ...words, '--name', 'r', '--json'], {
    cwd,
    env: { BUGSWEEP_TMP: cwd },
  });
  expectTrials(JSON.parse(ended.stdout).trials, ended.stderr).toHaveLength(Object.keys(agents).length);
  const { trials } = JSON.parse(readFileSync(join(cwd, 'runs/r/run.json'), 'utf8'));
  return Object.fromEntries(
    trials.map(({ id, dir }: { id: { label: string }; dir: string }) => {
      const read = (name: string) => {
        try {
          return readFileSync(join(cwd, 'runs/r', dir, name), 'utf8');
        } catch {
          return '';
        }
      };
      const text = read('browser.jsonl');
      const events = text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
      const record = trialRecordSchema.parse(JSON.parse(read('trial.json')));
      expectTrials(record).toMatchObject({ outcome: 'judged', agentEnd: 'finished' });
      return [/(\w+)\.sh$/.exec(id.label)?.[1] ?? '', { record, events, text }];
    }),
  );
}

it('records what is done in a browser, and whether it came to what the fix changes; a hostile agent loses no more than that', async () => {
  const { clicks, looks, connects, hides, floods } = await play(AGENTS);
  const actions = clicks?.events.flatMap((event) => (event.kind === 'action' ? [event] : []));
  expect(actions?.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['navigate', 'click', 'keys', 'screenshot', 'history']),
  );
  expect(actions?.find(({ type }) => type === 'click')).toMatchObject({ target: 'button "More"' });
  expect(
    actions
      ?.filter(({ type }) => type === 'keys')
      .map(({ detail }) => detail)
      .join(),
  ).toMatch(/^14 characters.*Tab/);
  expect(clicks?.text).not.toContain('not to be told');
  expect(clicks?.record.browser).toMatchObject({
    launches: 1,
    unrecorded: [],
    consoleErrors: 1,
    reachedFix: true,
  });
  expect(clicks?.record.browser?.tags).toEqual(expect.arrayContaining(['click-hit', 'history', 'keys', 'look']));

  expect(looks?.record.browser).toMatchObject({ launches: 1, lost: [], tags: ['read'], reachedFix: false });
  expect(looks?.record.browser?.covered.lines).toBeGreaterThan(0);

  expect(connects?.record.browser).toMatchObject({ launches: 2, unrecorded: [], reachedFix: true });
  expect(connects?.record.browser?.lost.join()).toMatch(/^commands of browser 2: driven through a port/);
  const clicked = connects?.events.flatMap((each) => (each.kind === 'action' && each.type === 'click' ? [each] : []));
  expect(clicked?.map(({ target }) => target)).toEqual(['button "More"', 'a "Written anew"']);

  expect(hides?.record.browser).toMatchObject({ launches: 0, reachedFix: null });
  expect(hides?.record.browser?.unrecorded.join()).toContain(OWN_PATH);

  expect(floods?.record.browser?.reachedFix).toBe(true);
  expect(floods?.record.browser?.lost).toContain('commands of browser 0: commands that are no commands');
  expect(floods?.record.browser?.launches).toBe(2);
});

it('a recorder that dies is started again, and costs the agent nothing', async () => {
  const again = `
  const next = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
  const other = await next.newPage();
  await other.goto(process.env.APP_URL);
  await other.click("button");
  await other.waitForTimeout(4000);
  await next.close();`;
  const cwd = temporaryFolder();
  chmodSync(cwd, 0o711);
  const below = (dir: string, name: RegExp) =>
    readdirSync(dir)
      .filter((each) => name.test(each))
      .map((each) => join(dir, each));
  /** Stands in the command line of what holds the recorder. */
  const programDir = () =>
    below(cwd, /^bugsweep-\d+$/)
      .flatMap((dir) => below(dir, /^\d+-/))
      .flatMap((dir) => below(dir, /^browser-/))
      .map((dir) => join(dir, 'program'))[0] ?? 'none';
  const hasOpened = () => {
    const runs = join(cwd, 'runs');
    const names = existsSync(runs) ? readdirSync(runs, { recursive: true, encoding: 'utf8' }) : [];
    const log = names.find((name) => name.endsWith('/browser.jsonl'));
    return log !== undefined && readFileSync(join(runs, log), 'utf8').includes('"navigate"');
  };
  const killing = (async () => {
    await expect.poll(hasOpened, { timeout: 120_000 }).toBe(true);
    const [holder] = processesWith(programDir());
    process.kill(Number(holder?.split(' ')[0]), 'SIGKILL');
  })();
  const wait = 'await page.waitForTimeout(6000);';
  const { slow } = await play({ slow: drive(`await page.title(); ${wait}${again}`) }, cwd);
  await killing;
  expect(slow?.record.browser?.lost).toContain('the recorder ended');
  expect(slow?.record.browser).toMatchObject({ launches: 2, reachedFix: true });
});
