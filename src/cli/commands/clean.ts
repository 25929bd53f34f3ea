import { existsSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { cacheRoot, emptyCache, sweepScratch } from '../../host/index.ts';
import { printAnswer } from '../answer.ts';
import type { CliContext } from '../context.ts';
import { type FoundRun, listRuns, removeRun } from '../list-runs.ts';
import { onUserPath } from '../user-path.ts';

interface CleanFlags {
  runs: string;
  olderThan?: number;
  /** Bytes. */
  keep?: number;
  cache?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

const DAY_MS = 86_400_000;
const UNITS: Readonly<Record<string, number>> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

function days(text: string): number {
  if (!/^\d+(\.\d+)?d?$/.test(text)) throw new InvalidArgumentError('must be a number of days, such as 14');
  return Number.parseFloat(text);
}

function size(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt])?i?b?$/i.exec(text.trim());
  if (match === null) throw new InvalidArgumentError('must be a size, such as 5G');
  return Number(match[1]) * (UNITS[(match[2] ?? '').toLowerCase()] ?? 1);
}

export function register(program: Command, context: CliContext): void {
  program
    .command('clean')
    .description('free disk: old runs and evidence of judging, what crashes have left, the cache')
    .option('--runs <dir>', 'folder of all runs', 'runs')
    .addOption(new Option('--older-than <days>', 'remove runs that ended longer ago').argParser(days))
    .addOption(new Option('--keep <size>', 'remove the oldest runs until the rest fits, such as 5G').argParser(size))
    .option('--cache', 'remove the cache of installed packages and built apps too')
    .option('--dry-run', 'only say what would be removed')
    .action((flags: CleanFlags) => clean(flags, context));
}

async function clean(flags: CleanFlags, context: CliContext): Promise<void> {
  const runsDir = resolve(context.cwd, flags.runs);
  const { free, busy } = existsSync(runsDir)
    ? await onUserPath(runsDir, () => listRuns(runsDir))
    : { free: [], busy: [] };
  const chosen = choose(free, flags);
  const removed: { path: string; bytes: number }[] = [];
  for (const run of chosen) {
    if (flags.dryRun !== true && !(await removeRun(run.dir))) {
      busy.push(run.dir);
      continue;
    }
    removed.push({ path: relative(context.cwd, run.dir) || run.dir, bytes: run.bytes });
  }
  if (flags.dryRun !== true) {
    const swept = await sweepScratch();
    for (const dir of swept.removed) removed.push({ path: dir, bytes: 0 });
    for (const dir of swept.left) context.stderr.write(`cannot remove what an earlier run left: ${dir}\n`);
  }
  if (flags.cache === true) {
    const cache = cacheRoot();
    if (flags.dryRun !== true) await emptyCache();
    removed.push({ path: cache, bytes: 0 });
  }
  const verb = flags.dryRun === true ? 'would remove' : 'removed';
  printAnswer(context, {
    json: flags.json,
    value: { removed, dryRun: flags.dryRun === true, inUse: busy.map((dir) => basename(dir)) },
    text: () =>
      [
        ...removed.map(
          ({ path, bytes }) => `${verb} ${path}${bytes > 0 ? ` (${(bytes / 2 ** 20).toFixed(1)} MiB)` : ''}`,
        ),
        ...busy.map((dir) => `left ${basename(dir)}: it is running`),
        removed.length === 0 ? 'nothing to remove; say what may go: --older-than 14, --keep 5G, --cache' : '',
      ]
        .filter((line) => line !== '')
        .join('\n'),
  });
}

/** Runs that go: too old, or (oldest first) too much in all. */
function choose(runs: readonly FoundRun[], { olderThan, keep }: CleanFlags): FoundRun[] {
  const oldestFirst = [...runs].sort((a, b) => a.changedMs - b.changedMs);
  const tooOld = oldestFirst.filter(
    ({ changedMs, halfRemoved }) =>
      halfRemoved || (olderThan !== undefined && Date.now() - changedMs > olderThan * DAY_MS),
  );
  if (keep === undefined) return tooOld;
  const rest = oldestFirst.filter((run) => !tooOld.includes(run));
  let total = rest.reduce((sum, { bytes }) => sum + bytes, 0);
  const tooMuch: FoundRun[] = [];
  for (const run of rest) {
    if (total <= keep) break;
    tooMuch.push(run);
    total -= run.bytes;
  }
  return [...tooOld, ...tooMuch];
}
