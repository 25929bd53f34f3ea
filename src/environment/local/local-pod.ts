import { readFileSync } from 'node:fs';
import PQueue from 'p-queue';
import { InfraError } from '../../errors.ts';
import {
  isAlive,
  processStartTime,
  type RunningProcess,
  runProcess,
  sleep,
  startProcess,
  tail,
} from '../../host/index.ts';
import { commandEnv } from '../command-env.ts';
import type { LimitBreach, Mount, Owner, Pod, PodCommand, PodProcess, PodSpec } from '../environment.ts';
import { dropTo, gidOf, uidOf, writeIdentity } from '../identity.ts';
import { mountArgs, networkOnlyArgs, systemMounts, volatileMounts } from './bwrap-args.ts';
import { freeze, signalIfThere } from './freeze.ts';
import { commandLines } from './pod-processes.ts';
import { watchPod } from './watchdog.ts';

const READY_TIMEOUT_MS = 30_000;

/** First process of a pod: no signal from inside reaches it, and it buries the children that others leave. */
const WAIT = 'while :; do sleep 3600 & wait $!; done';

/**
 * A pod made of one bubblewrap sandbox that only waits, and of commands that enter its namespaces. Killing the one
 * process that waits ends the pid namespace and with it every process of the pod, however it detached itself.
 */
export async function createLocalPod(spec: PodSpec, owner: Owner | undefined, dir: string): Promise<Pod> {
  const identity = writeIdentity(dir, owner);
  const system = systemMounts(identity);
  const argv = [
    'bwrap',
    ...['--unshare-user', '--unshare-net', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--die-with-parent', '--new-session', '--hostname', 'bugsweep', '--cap-drop', 'ALL'],
    // Root of its own user namespace only: the one user namespace that owns all others, so that commands can enter.
    ...['--uid', '0', '--gid', '0'],
    ...system,
    ...volatileMounts(),
    ...mountArgs(spec.mounts),
    ...['--remount-ro', '/', '--chdir', '/', '--as-pid-1', '--info-fd', '1', '--', '/bin/sh', '-c', WAIT],
  ];
  const anchor = await startProcess(argv, { ...userOf(owner), env: commandEnv({}) });
  const pid = await waitForChild(anchor, spec.label);
  return new LocalPod(spec, owner, anchor, pid, system);
}

class LocalPod implements Pod {
  readonly sandbox = 'bwrap' as const;
  readonly ended: Promise<void>;
  breach: LimitBreach | undefined;
  private readonly startTime: string;
  private readonly watching = new AbortController();
  /** One at a time: the first to end would wake what the other one reads. */
  private readonly freezing = new PQueue({ concurrency: 1 });

  constructor(
    private readonly spec: PodSpec,
    readonly owner: Owner | undefined,
    private readonly anchor: RunningProcess,
    private readonly pid: number,
    private readonly system: readonly string[],
  ) {
    this.startTime = processStartTime(pid) ?? '';
    this.ended = anchor.exited.then(() => this.watching.abort());
    void this.watch();
  }

  private async watch(): Promise<void> {
    const writable = this.spec.mounts.filter((mount) => mount.kind === 'write').map((mount) => mount.from ?? '');
    const watched = {
      procDir: `/proc/${this.pid}/root/proc`,
      writable,
      limits: this.spec.limits,
      asPodRoot: (argv: readonly string[]) => this.asPodRoot(argv),
    };
    this.breach = await watchPod(watched, this.watching.signal);
    if (this.breach !== undefined) await this.kill();
  }

  /** In the pod's user namespace alone, where the user that made it is root over everything it owns. */
  private async asPodRoot(argv: readonly string[]): Promise<string> {
    const enter = ['/usr/bin/nsenter', '-t', String(this.pid), '-U', '--preserve-credentials', '--'];
    const options = { ...userOf(this.owner), timeoutMs: READY_TIMEOUT_MS, signal: this.watching.signal };
    return (await runProcess([...enter, ...argv], options)).stdout.toString();
  }

  path(inside: string): string {
    return inside;
  }

  async port(wanted: number): Promise<number> {
    return wanted;
  }

  start(argv: readonly string[], options: PodCommand = {}): Promise<RunningProcess> {
    return startProcess(this.enter(argv, options.cwd), this.hostOptions(options));
  }

  run(argv: readonly string[], options: PodCommand & { timeoutMs: number; signal?: AbortSignal }) {
    const { timeoutMs, signal } = options;
    return runProcess(this.enter(argv, options.cwd), {
      ...this.hostOptions(options),
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    });
  }

  networkOnlyPrefix(mounts: readonly Mount[] = []): readonly string[] {
    return [
      ...(this.owner === undefined ? [] : dropTo(this.owner)),
      ...['/usr/bin/nsenter', '-t', String(this.pid), '-U', '-n', '--preserve-credentials', '--'],
      ...networkOnlyArgs(this.system, this.owner, mounts),
    ];
  }

  processes(): Promise<PodProcess[]> {
    return commandLines(`/proc/${this.pid}/root/proc`);
  }

  whileFrozen<T>(work: () => Promise<T>): Promise<T> {
    return this.freezing.add(() => this.freezeFor(work));
  }

  private async freezeFor<T>(work: () => Promise<T>): Promise<T> {
    const stopped = await freeze(`/proc/${this.pid}/root/proc`, `/proc/${this.pid}`);
    try {
      return await work();
    } finally {
      for (const pid of stopped) signalIfThere(pid, 'SIGCONT');
    }
  }

  async kill(): Promise<void> {
    this.watching.abort();
    this.anchor.kill();
    if (isAlive(this.pid, this.startTime)) {
      try {
        process.kill(this.pid, 'SIGKILL');
      } catch {
        // Gone between the look and the call.
      }
    }
    await this.anchor.exited;
    for (let waited = 0; isAlive(this.pid, this.startTime); waited += 10) {
      if (waited > READY_TIMEOUT_MS) throw new InfraError('pod-survived', `pod ${this.spec.label} does not die`);
      await sleep(10);
    }
  }

  private enter(argv: readonly string[], cwd = '/'): string[] {
    const { limits } = this.spec;
    const limited = ['prlimit', `--nproc=${limits.processes}`, `--fsize=${limits.fileBytes}`, '--core=0', '--'];
    // nsenter must not fork: it would stop itself together with a child that is frozen, for ever, and keep the pod from
    // ending. unshare forks after it and only waits.
    return [
      ...['choom', '-n', '500', '--', '/usr/bin/nsenter', '--no-fork', '-t', String(this.pid)],
      ...['-U', '-m', '-n', '-p', '-i', '-u', '--preserve-credentials', '--', ...limited],
      // Entering the pod's user namespace gives every capability in it. A nested one, with the plain user mapped, has
      // none over the pod, and loses those over itself when it starts a program as that user.
      ...['unshare', '--fork', '-U', `--map-user=${uidOf(this.owner)}`, `--map-group=${gidOf(this.owner)}`],
      ...['--', 'setpriv', '--no-new-privs', '--', 'env', '-C', cwd],
      ...argv,
    ];
  }

  private hostOptions(options: PodCommand) {
    const { env, cwd: _cwd, ...rest } = options;
    return { ...rest, ...userOf(this.owner), env: commandEnv(env ?? {}) };
  }
}

const userOf = (owner: Owner | undefined) => (owner === undefined ? {} : { uid: owner.uid, gid: owner.gid });

/** Waits for bubblewrap's own report of the sandbox's first process. */
async function waitForChild(anchor: RunningProcess, label: string): Promise<number> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (let pause = 2; Date.now() < deadline; pause = Math.min(pause * 2, 20)) {
    const match = /"child-pid": (\d+)/.exec(anchor.output());
    if (match?.[1] !== undefined && mountsAreReady(Number(match[1]))) return Number(match[1]);
    if (anchor.hasEnded()) break;
    await sleep(pause);
  }
  anchor.kill();
  const output = tail(anchor.output());
  throw new InfraError('pod-failed', `the sandbox of ${label} did not start`, {
    output,
    hint: 'bugsweep doctor shows whether bubblewrap works here',
  });
}

/** The report comes before the mounts are made: the sandbox is complete when its command has been started. */
function mountsAreReady(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim() !== '';
  } catch {
    return false;
  }
}
