/**
 * The command line: the only place that ends the process, after everything printed has left it. Layer 8.
 * Must not know how a command does its work.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { systemCode } from '../errors.ts';
import { packageRoot } from '../host/index.ts';
import { register as clean } from './commands/clean.ts';
import { register as doctor } from './commands/doctor.ts';
import { register as exportTasks } from './commands/export.ts';
import { register as importTasks } from './commands/import.ts';
import { register as judge } from './commands/judge.ts';
import { register as newTask } from './commands/new-task.ts';
import { register as report } from './commands/report.ts';
import { register as run } from './commands/run.ts';
import { register as show } from './commands/show.ts';
import { register as tasks } from './commands/tasks.ts';
import { register as validate } from './commands/validate.ts';
import { register as verify } from './commands/verify.ts';
import type { CliContext } from './context.ts';
import { printError } from './print-error.ts';
import { createProgram, translateCommanderError } from './program.ts';

/** In the order of the help. */
const registers = [run, judge, report, validate, verify, tasks, show, newTask, importTasks, exportTasks, doctor, clean];

const INTERRUPTED = 130;
const interrupt = new AbortController();

const context: CliContext = {
  cwd: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  env: process.env,
  exitCode: 0,
  interruptSignal: () => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      if (!process.listeners(name).includes(onInterrupt)) process.on(name, onInterrupt);
    }
    return interrupt.signal;
  },
};

function onInterrupt(): void {
  if (interrupt.signal.aborted) process.exit(INTERRUPTED);
  process.stderr.write('\nstopping; Ctrl-C once more leaves at once\n');
  interrupt.abort();
}

const words = process.argv.slice(2);
/** Known before the words are parsed: wrong ones are answered in JSON too. */
const json = (words.includes('--') ? words.slice(0, words.indexOf('--')) : words).includes('--json');

async function main(): Promise<number> {
  try {
    const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
    await createProgram(context, version, registers).parseAsync(words, { from: 'user' });
    return interrupt.signal.aborted ? INTERRUPTED : context.exitCode;
  } catch (error) {
    const told = error instanceof CommanderError ? translateCommanderError(error) : error;
    if (!interrupt.signal.aborted) return told === undefined ? 0 : printError(told, context, json);
    if (told !== interrupt.signal.reason) printError(told, context, json);
    return INTERRUPTED;
  }
}

/** `bugsweep tasks | head`: who reads has read enough. */
process.stdout.on('error', (error) => {
  if (systemCode(error) !== 'EPIPE') throw error;
  process.exit(context.exitCode);
});
// A run goes on when nobody watches its progress any more.
process.stderr.on('error', (error) => {
  if (systemCode(error) !== 'EPIPE') throw error;
});
process.on('uncaughtException', (error) => process.exit(printError(error, context, json)));

const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.write('', () => resolve());
  });

const code = await main();
await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
process.exit(code);
