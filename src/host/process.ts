import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { InfraError } from '../errors.ts';
import { CappedOutput } from './capped-output.ts';
import { monotonicMs } from './clock.ts';
import { pathWithTools } from './places.ts';

export interface StartOptions {
  cwd?: string;
  /** The whole environment of the child; nothing is inherited unless named here. Default: PATH, HOME, LANG, TMPDIR. */
  env?: Readonly<Record<string, string>>;
  /** Written to standard input, which is then closed. Default: standard input is empty. */
  input?: string | Uint8Array;
  /** Standard input stays open, for more to be written to `child.stdin`. */
  keepInput?: boolean;
  /** Run under this user and group (only root can). */
  uid?: number;
  gid?: number;
  /** Bytes of each stream kept in memory; the rest is counted, not kept. Default `DEFAULT_MAX_OUTPUT_BYTES`. */
  maxOutputBytes?: number;
  /** File that receives both streams whole. */
  logPath?: string;
  /** Called with each chunk of standard output. */
  onStdout?: (chunk: Buffer) => void;
  /** Called with the pid, which is the group's too, as soon as there is one. */
  onSpawn?: (pid: number) => void;
  /** What it has left running in its group is killed when it ends. */
  ownsGroup?: boolean;
  /** Extra descriptors, from fd 3 on. */
  extraFds?: readonly number[];
}

export interface RunOptions extends StartOptions {
  /** After this the whole process group is killed. Required: nothing runs for ever. */
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface ProcessResult {
  /** Null if a signal ended it. */
  exitCode: number | null;
  exitSignal: NodeJS.Signals | null;
  stdout: Buffer;
  stderr: Buffer;
  /** True if output beyond `maxOutputBytes` was dropped. */
  truncated: boolean;
  timedOut: boolean;
  aborted: boolean;
  durationMs: number;
}

export interface RunningProcess {
  readonly pid: number;
  readonly exited: Promise<ProcessResult>;
  /** Kills the process group with SIGKILL (or the signal given). Safe to call at any time. */
  kill(signal?: NodeJS.Signals): void;
  /** What has been printed so far (both streams, capped). */
  output(): string;
  /** Open only with `keepInput`. */
  readonly stdin: Writable | null;
  /** True once the process itself has ended, though others may still hold its output open. */
  hasEnded(): boolean;
}

export const DEFAULT_MAX_OUTPUT_BYTES = 1 << 20;

/** Starts a process in its own group. @throws InfraError `spawn-failed` if it cannot be started. */
export async function startProcess(argv: readonly string[], options: StartOptions = {}): Promise<RunningProcess> {
  const [file, ...args] = argv;
  if (file === undefined) throw new InfraError('spawn-failed', 'empty command line');
  const startedAt = monotonicMs();
  const stdio: StdioOptions = ['pipe', 'pipe', 'pipe', ...(options.extraFds ?? [])];
  const child = spawn(file, args, {
    cwd: options.cwd ?? '/',
    env: options.env ?? defaultEnv(),
    detached: true,
    stdio,
    ...(options.uid === undefined ? {} : { uid: options.uid }),
    ...(options.gid === undefined ? {} : { gid: options.gid }),
  });
  if (child.pid !== undefined) options.onSpawn?.(child.pid);
  const max = options.maxOutputBytes ?? DEFAULT_MAX_OUTPUT_BYTES;
  const log = options.logPath === undefined ? undefined : createWriteStream(options.logPath, { flags: 'a' });
  // The log is best effort: a full disk must not end the process it describes.
  log?.on('error', () => log.destroy());
  const out = new CappedOutput(max);
  const err = new CappedOutput(max);
  child.stdout?.on('data', (chunk: Buffer) => {
    out.add(chunk);
    if (log?.writable) log.write(chunk);
    options.onStdout?.(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    err.add(chunk);
    if (log?.writable) log.write(chunk);
  });
  // The child may exit without reading its input.
  child.stdin?.on('error', () => undefined);
  child.stdin?.write(options.input ?? '');
  if (options.keepInput !== true) child.stdin?.end();

  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => {
      reject(new InfraError('spawn-failed', `cannot start ${file}`, { cause, hint: `is ${file} installed?` }));
    });
  });
  const exited = new Promise<ProcessResult>((resolve) => {
    const finish = (exitCode: number | null, exitSignal: NodeJS.Signals | null) => {
      log?.end();
      resolve({
        exitCode,
        exitSignal,
        stdout: out.bytes(),
        stderr: err.bytes(),
        truncated: out.dropped || err.dropped,
        timedOut: false,
        aborted: false,
        durationMs: monotonicMs() - startedAt,
      });
    };
    child.once('close', finish);
    // A grandchild that left the group may hold the pipes open for ever: do not wait for it.
    child.once('exit', (code, signal) => {
      // As long as one of the group runs, nobody else is given its number.
      if (options.ownsGroup === true) signalGroup(child, 'SIGKILL');
      whenQuiet(
        () => out.received + err.received,
        () => {
          child.stdout?.destroy();
          child.stderr?.destroy();
          finish(code, signal);
        },
      );
    });
  });
  return {
    pid: child.pid as number,
    exited,
    stdin: child.stdin,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: (signal = 'SIGKILL') => killGroup(child, signal),
    output: () => `${out.bytes().toString()}${err.bytes().toString()}`,
  };
}

const QUIET_MS = 500;
const QUIET_LOOKS = 4;
const NEVER_QUIET_LOOKS = 120;

/**
 * Calls back when nothing has come for a while. A busy event loop delivers late what was printed long ago, so a look
 * counts only after the loop had the time to deliver, and every byte starts the count anew.
 */
function whenQuiet(received: () => number, callback: () => void): void {
  let known = -1;
  let quiet = 0;
  let looks = 0;
  const look = () => {
    looks += 1;
    quiet = received() === known ? quiet + 1 : 0;
    known = received();
    if (quiet >= QUIET_LOOKS || looks >= NEVER_QUIET_LOOKS) callback();
    else later();
  };
  const later = () => setTimeout(() => setImmediate(look), QUIET_MS).unref();
  later();
}

/** Runs a process to its end, its deadline or the abort signal; never rejects for an exit code. */
export async function runProcess(argv: readonly string[], options: RunOptions): Promise<ProcessResult> {
  return boundProcess(await startProcess(argv, options), options);
}

/** Waits for the end of a process that was started, kills it at its deadline or when the signal is aborted. */
export async function boundProcess(
  running: RunningProcess,
  options: Pick<RunOptions, 'timeoutMs' | 'signal'>,
): Promise<ProcessResult> {
  let timedOut = false;
  let aborted = false;
  const onAbort = () => {
    aborted = true;
    running.kill();
  };
  if (options.signal?.aborted) onAbort();
  options.signal?.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => {
    // It may have ended already, with only its output still held open by a process that it left behind.
    timedOut = !running.hasEnded();
    running.kill();
  }, options.timeoutMs);
  try {
    return { ...(await running.exited), timedOut, aborted };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', onAbort);
  }
}

/** The last `lines` lines of a program's output, for an error message. */
export function tail(output: string | Uint8Array, lines = 10): string {
  const text = typeof output === 'string' ? output : Buffer.from(output).toString();
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (!signalGroup(child, signal)) child.kill(signal);
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, signal);
  } catch {
    // Nobody is left in it, or nobody that this user may end.
    return false;
  }
}

function defaultEnv(): Record<string, string> {
  const env: Record<string, string> = { PATH: pathWithTools() };
  for (const name of ['HOME', 'LANG', 'TMPDIR'] as const) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}
