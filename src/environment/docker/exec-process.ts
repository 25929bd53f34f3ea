import { createWriteStream } from 'node:fs';
import { type Duplex, Writable } from 'node:stream';
import type Docker from 'dockerode';
import { InfraError } from '../../errors.ts';
import {
  CappedOutput,
  DEFAULT_MAX_OUTPUT_BYTES,
  monotonicMs,
  type ProcessResult,
  type RunningProcess,
  sleep,
} from '../../host/index.ts';
import type { PodCommand } from '../environment.ts';

export interface ExecOptions extends PodCommand {
  user: string;
  /** Whole environment. */
  env: Readonly<Record<string, string>>;
}

const START_TIMEOUT_MS = 30_000;
const END_TIMEOUT_MS = 10_000;
const LOOK_MS = 20;

/**
 * Starts a command in a running container, in a session and group of its own. It ends when the engine says so, which
 * closes its output then, also where a process that it left behind would hold it open.
 * @throws InfraError `spawn-failed`
 */
export async function startExec(
  engine: Docker,
  container: Docker.Container,
  argv: readonly string[],
  options: ExecOptions,
): Promise<RunningProcess> {
  const startedAt = monotonicMs();
  const max = options.maxOutputBytes ?? DEFAULT_MAX_OUTPUT_BYTES;
  const [out, err] = [new CappedOutput(max), new CappedOutput(max)];
  const log = options.logPath === undefined ? undefined : createWriteStream(options.logPath, { flags: 'a' });
  // The log is best effort: a full disk must not end the process it describes.
  log?.on('error', () => log.destroy());
  const sink = (output: CappedOutput, onChunk?: (chunk: Buffer) => void) =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        output.add(chunk);
        if (log?.writable) log.write(chunk);
        onChunk?.(chunk);
        done();
      },
    });
  const { exec, stream } = await begin(container, argv, options);
  engine.modem.demuxStream(stream, sink(out, options.onStdout), sink(err));
  stream.write(options.input ?? '');
  if (options.keepInput !== true) stream.end();
  let ended = false;
  const exited = closed(stream).then(async (): Promise<ProcessResult> => {
    const exitCode = await exitCodeOf(exec);
    ended = true;
    log?.end();
    stream.destroy();
    return {
      ...{ exitCode, exitSignal: exitCode === null ? 'SIGKILL' : null, stdout: out.bytes(), stderr: err.bytes() },
      ...{ truncated: out.dropped || err.dropped, timedOut: false, aborted: false },
      durationMs: monotonicMs() - startedAt,
    };
  });
  const pid = await pidOf(exec);
  return {
    pid,
    exited,
    stdin: options.keepInput === true ? stream : null,
    hasEnded: () => ended,
    output: () => `${out.bytes()}${err.bytes()}`,
    kill: (signal = 'SIGKILL') => {
      if (!ended && pid > 1) signalGroup(pid, signal);
    },
  };
}

async function begin(container: Docker.Container, argv: readonly string[], { user, env, cwd = '/' }: ExecOptions) {
  try {
    const exec = await container.exec({
      ...{ Cmd: [...argv], User: user, WorkingDir: cwd, Tty: false },
      Env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
      ...{ AttachStdin: true, AttachStdout: true, AttachStderr: true },
    });
    return { exec, stream: await exec.start({ hijack: true, stdin: true }) };
  } catch (cause) {
    throw new InfraError('spawn-failed', `cannot start ${argv[0]} in its container`, { cause });
  }
}

const closed = (stream: Duplex): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) stream.once(event, () => resolve());
  });

/** As the machine counts it, for signals; 0 if it was over before the engine could tell. */
async function pidOf(exec: Docker.Exec): Promise<number> {
  for (let waited = 0; waited < START_TIMEOUT_MS; waited += LOOK_MS) {
    const { Pid, Running, ExitCode } = await inspect(exec);
    if (Pid > 0 || (!Running && ExitCode !== null)) return Pid;
    await sleep(LOOK_MS);
  }
  return 0;
}

/** Null if the whole container has ended. */
async function exitCodeOf(exec: Docker.Exec): Promise<number | null> {
  for (let waited = 0; waited < END_TIMEOUT_MS; waited += LOOK_MS) {
    const { Running, ExitCode } = await inspect(exec);
    if (!Running) return ExitCode;
    await sleep(LOOK_MS);
  }
  return null;
}

async function inspect(exec: Docker.Exec): Promise<{ Pid: number; Running: boolean; ExitCode: number | null }> {
  try {
    const { Pid, Running, ExitCode } = await exec.inspect();
    return { Pid, Running, ExitCode };
  } catch {
    // The container is gone, and what ran in it.
    return { Pid: 0, Running: false, ExitCode: null };
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Gone between the look and the call.
  }
}
