/**
 * What the flight recorder costs an agent: the same clicks, and starts of a browser, in one pod, with the recorded
 * browser and the real one in turn. Printed as the ratio and the difference of medians.
 * Usage: npx tsx bench/recorder.ts [rounds]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolbox } from '../src/app/index.ts';
import { findChromium, openRecorder } from '../src/browser/index.ts';
import { defaultLimits, localEnvironment } from '../src/environment/index.ts';
import { createScratch } from '../src/host/index.ts';

const rounds = Number(process.argv[2] ?? 6);
const CLICKS = 60;

/** Prints the milliseconds of a start, and of one click. */
const MEASURE = `
const { chromium } = require('/opt/bugsweep/node_modules/playwright-core');
(async () => {
  const from = performance.now();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
  const launch = performance.now() - from;
  const page = await browser.newPage();
  await page.goto('data:text/html,<button>More</button><script>let n = 0; document.querySelector("button").onclick = () => { n += 1; };</script>');
  await page.click('button');
  const started = performance.now();
  for (let n = 0; n < ${CLICKS}; n += 1) await page.click('button');
  console.log(JSON.stringify({ launch, click: (performance.now() - started) / ${CLICKS} }));
  await browser.close();
})();
`;

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const chromium = findChromium();
if (chromium === undefined) throw new Error('no Chromium');
const scratch = createScratch();
const log = mkdtempSync(join(tmpdir(), 'bugsweep-bench-'));
chmodSync(log, 0o755);
try {
  const environment = localEnvironment(scratch);
  const recorder = await openRecorder({
    scratch,
    chromium,
    logPath: join(log, 'browser.jsonl'),
    scrub: (line) => line,
  });
  const mounts = [{ at: '/opt/bugsweep', kind: 'read' as const, from: toolbox() }, ...recorder.mounts];
  const pod = await environment.createPod(
    { label: 'bench', mounts, limits: defaultLimits },
    environment.allocateOwner(),
  );
  await recorder.start(pod);
  const real = '/opt/browser-real/chromium';
  const seen: Record<'recorded' | 'real', { launch: number; click: number }[]> = { recorded: [], real: [] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const kind of round % 2 === 0 ? (['real', 'recorded'] as const) : (['recorded', 'real'] as const)) {
      const env = { CHROMIUM: kind === 'real' ? real : recorder.chromium };
      const { stdout, stderr } = await pod.run(['node', '-e', MEASURE], { env, timeoutMs: 120_000 });
      if (stdout.length === 0) throw new Error(stderr.toString());
      // The first of each fills caches.
      if (round > 0) seen[kind].push(JSON.parse(stdout.toString()));
    }
  }
  const { events } = await recorder.stop();
  await pod.kill();
  const clicks = events.filter((event) => event.kind === 'action' && event.type === 'click').length;
  if (clicks !== (rounds + 1) * (CLICKS + 1)) throw new Error(`only ${clicks} clicks were recorded`);
  const of = (kind: 'recorded' | 'real', what: 'launch' | 'click') => median(seen[kind].map((each) => each[what]));
  const ratio = of('recorded', 'click') / of('real', 'click');
  console.log(
    `click:  ${of('recorded', 'click').toFixed(1)} ms recorded, ${of('real', 'click').toFixed(1)} ms not, ratio ${ratio.toFixed(3)} (aim 1.05)`,
  );
  const more = of('recorded', 'launch') - of('real', 'launch');
  console.log(
    `launch: ${of('recorded', 'launch').toFixed(0)} ms recorded, ${of('real', 'launch').toFixed(0)} ms not, ${more.toFixed(0)} ms more (aim 100)`,
  );
} finally {
  await scratch.dispose();
  rmSync(log, { recursive: true, force: true });
}
