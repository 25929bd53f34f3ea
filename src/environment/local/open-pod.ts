import { cpSync, lstatSync, mkdirSync, rmdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import PQueue from 'p-queue';
import { type ClaimedPort, claimPort, type RunningProcess, runProcess, startProcess } from '../../host/index.ts';
import type { Mount, Pod, PodCommand, PodSpec } from '../environment.ts';

/**
 * Stands in for a pod where there is no sandbox. Paths inside are mapped to host folders, ports are free ones, and a
 * mount inside another becomes a link there. Kills what it started by process group; nothing more. `note` gets the pid of
 * each group, for whoever cleans up if this process cannot.
 */
export async function createOpenPod(spec: PodSpec, dir: string, note: (pid: number) => void): Promise<Pod> {
  const places = new Map<string, string>();
  for (const at of ['/home/agent', '/tmp', '/run']) places.set(at, makeDir(join(dir, at)));
  for (const mount of spec.mounts) place(mount, spec, places, dir);
  return new OpenPod(places, note);
}

function place(mount: Mount, { mounts }: PodSpec, places: Map<string, string>, dir: string): void {
  const { at, kind, from = '' } = mount;
  const own = join(dir, at);
  const holds = mounts.some((other) => other.kind !== 'empty' && other.at.startsWith(`${at}/`));
  if (kind === 'empty') places.set(at, makeDir(own));
  // What is shared must not get the links of one pod.
  else if (kind === 'read' && holds) places.set(at, copyTo(from, own));
  else places.set(at, from);
  const parent = [...places.keys()].filter((place) => at.startsWith(`${place}/`)).sort(longestFirst)[0];
  if (parent === undefined) return;
  const parentDir = places.get(parent) ?? '';
  const shared = mounts.some((other) => other.at === parent && other.kind === 'read' && other.from === parentDir);
  // Commands are told of the empty place by its path; a shared folder stays as it is.
  if (!shared) link(places.get(at) ?? '', join(parentDir, at.slice(parent.length)), dir);
}

/** Puts a link where a mount would lie. What it covers goes, if it is the pod's own copy or an empty folder. */
function link(target: string, path: string, dir: string): void {
  if (target === path) return;
  mkdirSync(dirname(path), { recursive: true });
  const known = lstatSync(path, { throwIfNoEntry: false });
  if (known?.isSymbolicLink() === true || path.startsWith(`${dir}/`)) rmSync(path, { recursive: true, force: true });
  else if (known !== undefined) rmdirSync(path);
  symlinkSync(target, path);
}

function copyTo(from: string, to: string): string {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  return to;
}

const longestFirst = (a: string, b: string) => b.length - a.length;

function makeDir(path: string): string {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

class OpenPod implements Pod {
  readonly sandbox = 'none' as const;
  readonly owner = undefined;
  readonly breach = undefined;
  readonly ended: Promise<void>;
  private end: () => void = () => undefined;
  private readonly running = new Set<RunningProcess>();
  private readonly ports = new Map<number, Promise<ClaimedPort>>();
  /** One at a time, as in a real pod. */
  private readonly freezing = new PQueue({ concurrency: 1 });

  constructor(
    private readonly places: ReadonlyMap<string, string>,
    private readonly note: (pid: number) => void,
  ) {
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  path(inside: string): string {
    const at = [...this.places.keys()]
      .filter((place) => inside === place || inside.startsWith(`${place}/`))
      .sort(longestFirst)[0];
    return at === undefined ? inside : `${this.places.get(at)}${inside.slice(at.length)}`;
  }

  async port(wanted: number): Promise<number> {
    const claim = this.ports.get(wanted) ?? claimPort();
    this.ports.set(wanted, claim);
    return (await claim).port;
  }

  async start(argv: readonly string[], options: PodCommand = {}): Promise<RunningProcess> {
    const running = await startProcess(argv, this.hostOptions(options));
    this.running.add(running);
    void running.exited.then(() => this.running.delete(running));
    return running;
  }

  run(argv: readonly string[], options: PodCommand & { timeoutMs: number; signal?: AbortSignal }) {
    const { timeoutMs, signal } = options;
    return runProcess(argv, { ...this.hostOptions(options), timeoutMs, ...(signal === undefined ? {} : { signal }) });
  }

  networkOnlyPrefix(): readonly string[] {
    return [];
  }

  async processes(): Promise<[]> {
    return [];
  }

  whileFrozen<T>(work: () => Promise<T>): Promise<T> {
    return this.freezing.add(() => this.freezeFor(work));
  }

  private async freezeFor<T>(work: () => Promise<T>): Promise<T> {
    for (const running of this.running) running.kill('SIGSTOP');
    try {
      return await work();
    } finally {
      for (const running of this.running) running.kill('SIGCONT');
    }
  }

  async kill(): Promise<void> {
    for (const running of this.running) running.kill();
    await Promise.all([...this.running].map((running) => running.exited));
    await Promise.allSettled([...this.ports.values()].map(async (claim) => (await claim).release()));
    this.ports.clear();
    this.end();
  }

  private hostOptions({ env, cwd, ...rest }: PodCommand) {
    const nodeDir = dirname(process.execPath);
    const base = { LANG: 'C.UTF-8', HOME: this.path('/home/agent'), TMPDIR: this.path('/tmp') };
    const path = `${this.path('/opt/bugsweep/bin')}:${nodeDir}:${process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin'}`;
    return { ...rest, cwd: this.path(cwd ?? '/'), env: { PATH: path, ...base, ...env }, onSpawn: this.note };
  }
}
