/**
 * The flight recorder: one process beside a pod, in its network but with files of its own, that reads what browsers are
 * told to do and what happens in them. Everything that it reads is an agent's: it may lose the record, never more.
 * Prints lines of JSON; ends when its standard input does.
 */
import { constants, openSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import type { RecorderLine } from '../../../schema/index.ts';
import { commandStream } from './command-stream.ts';
import { Coverage } from './coverage.ts';
import { type Watch, watchBrowser } from './watch-browser.ts';
import type { Told } from './watch-options.ts';

const [pipesDir = '', listenerPath = '', slots = '0', before = '0'] = process.argv.slice(2);
const MAX_LINES = 20_000;
const LOOK_EVERY_MS = 1000;
const MAX_WATCHED = 64;

const listener = readFileSync(listenerPath, 'utf8');
const coverage = new Coverage();
const watches = new Set<Watch>();
let lines = 0;
/** Goes on where a recorder that has died left off. */
let browsers = Number(before);
/** At this time. */
let watched = 0;

function print(line: RecorderLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function tell(browser: number, told: Told): void {
  lines += 1;
  const at = new Date().toISOString();
  if (lines < MAX_LINES) print({ ...told, browser, at } as RecorderLine);
  else if (lines === MAX_LINES)
    print({ kind: 'lost', what: 'record', reason: `more than ${MAX_LINES} events`, browser, at });
}

async function watch(browser: number, port: number): Promise<void> {
  watched += 1;
  try {
    const found = await watchBrowser({ port, listener, coverage, tell: (told) => tell(browser, told) });
    watches.add(found);
    await found.ended;
    watches.delete(found);
  } catch (error) {
    tell(browser, { kind: 'lost', what: 'events', reason: String(error).slice(0, 300) });
  }
  watched -= 1;
}

for (let slot = 0; slot < Number(slots); slot += 1) {
  // Open for writing too: then it never ends, and drivers find nobody there only when this process is gone.
  const fd = openSync(`${pipesDir}/${slot}`, constants.O_RDWR | constants.O_NONBLOCK);
  let browser = 0;
  const stream = commandStream({
    onHeader: ({ driver, port, does }) => {
      browsers += 1;
      browser = browsers;
      tell(browser, { kind: 'launch', driver });
      if (does === 'screenshot' || does === 'read') tell(browser, { kind: 'action', type: does });
      const canBeWatched = driver !== 'none' && port > 0 && port < 65_536 && watched < MAX_WATCHED;
      const lose = (what: 'events' | 'commands', reason: string) => tell(browser, { kind: 'lost', what, reason });
      if (canBeWatched) void watch(browser, port);
      else lose('events', driver === 'none' ? 'started without a debugging port' : 'cannot be watched');
      if (driver === 'port') lose('commands', 'driven through a port: nobody sees what it reads');
    },
    onAction: (action) =>
      tell(browser, {
        kind: 'action',
        type: action.type,
        ...(action.detail === '' ? {} : { detail: action.detail.slice(0, 200) }),
      } as Told),
    onLost: (reason) => tell(browser, { kind: 'lost', what: 'commands', reason }),
  });
  new Socket({ fd, readable: true, writable: false })
    .on('data', (chunk) => stream.take(chunk))
    .on('error', () => undefined);
}

function printCoverage(): void {
  for (const source of coverage.takeNew()) print({ kind: 'coverage', ...source });
}

let looking = false;
const timer = setInterval(async () => {
  print({ kind: 'beat' });
  if (looking) return;
  looking = true;
  await Promise.all([...watches].map((each) => each.look()));
  printCoverage();
  looking = false;
}, LOOK_EVERY_MS);

print({ kind: 'beat' });
process.stdin.resume().once('end', async () => {
  clearInterval(timer);
  await Promise.all([...watches].map((each) => each.look()));
  printCoverage();
  process.exit(0);
});
