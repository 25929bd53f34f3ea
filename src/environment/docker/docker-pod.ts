import type { Duplex, Readable } from 'node:stream';
import type Docker from 'dockerode';
import PQueue from 'p-queue';
import { errorText, InfraError } from '../../errors.ts';
import { boundProcess, lineSplitter, type RunningProcess } from '../../host/index.ts';
import { commandEnv } from '../command-env.ts';
import type { LimitBreach, Mount, Owner, Pod, PodCommand, PodProcess, PodProduct, PodSpec } from '../environment.ts';
import { dropTo, gidOf, uidOf, writeIdentity } from '../identity.ts';
import { networkOnlyArgs, systemMounts } from '../local/bwrap-args.ts';
import { commandLines } from '../local/pod-processes.ts';
import { watchPod } from '../local/watchdog.ts';
import { systemPaths } from '../system-paths.ts';
import { containerOptions, productOptions } from './container-options.ts';
import { startExec } from './exec-process.ts';
import { removeContainer } from './leftovers.ts';
import { podImage } from './pod-image.ts';

/** A pod made of one container that only waits, and of commands that the engine starts in it. */
export async function createDockerPod(
  engine: Docker,
  spec: PodSpec,
  { owner, dir, networkOf }: { owner: Owner | undefined; dir: string; networkOf?: string },
): Promise<DockerPod> {
  const identity = writeIdentity(dir, owner);
  const system = systemPaths(identity);
  const shared = networkOf === undefined ? {} : { networkOf };
  const options = containerOptions(spec, { image: await podImage(engine, system), owner, system, ...shared });
  return startContainer(engine, options, { spec, owner, env: commandEnv({}), system: systemMounts(identity) });
}

/** The container of a pod's product, as a pod of its own. */
export function createProductPod(
  engine: Docker,
  spec: PodSpec & { product: PodProduct },
  { owner, dir }: { owner: Owner | undefined; dir: string },
): Promise<DockerPod> {
  const options = productOptions(spec, spec.product, owner);
  const system = systemMounts(writeIdentity(dir, owner));
  const watched = { ...spec, mounts: [...spec.mounts, ...spec.product.mounts] };
  return startContainer(engine, options, { spec: watched, owner, env: { HOME: '/tmp', TMPDIR: '/tmp' }, system });
}

async function startContainer(
  engine: Docker,
  options: Docker.ContainerCreateOptions,
  pod: Pick<Parts, 'spec' | 'owner' | 'env' | 'system'>,
): Promise<DockerPod> {
  let container: Docker.Container | undefined;
  try {
    container = await engine.createContainer(options);
    // Held open for as long as the pod shall live.
    const life = await container.attach({ stream: true, stdin: true, hijack: true });
    const ended = container.wait({ condition: 'next-exit' });
    const events = await engine.getEvents({ filters: { container: [container.id], event: ['oom'] } });
    await container.start();
    const pid = (await container.inspect()).State.Pid;
    return new DockerPod(engine, container, { ...pod, pid, life, ended, events });
  } catch (cause) {
    if (container !== undefined) await removeContainer(container);
    throw new InfraError('pod-failed', `the container of ${pod.spec.label} did not start: ${errorText(cause)}`, {
      cause,
    });
  }
}

interface Parts {
  spec: PodSpec;
  owner: Owner | undefined;
  /** What every command gets, beside its own. */
  env: Readonly<Record<string, string>>;
  /** Of the container's first process, as the machine counts it. */
  pid: number;
  /** Arguments of bubblewrap. */
  system: readonly string[];
  life: NodeJS.ReadWriteStream;
  ended: Promise<unknown>;
  events: NodeJS.ReadableStream;
}

export class DockerPod implements Pod {
  readonly sandbox = 'docker' as const;
  readonly ended: Promise<void>;
  breach: LimitBreach | undefined;
  private readonly watching = new AbortController();
  /** One at a time: the first to end would wake what the other one reads. */
  private readonly freezing = new PQueue({ concurrency: 1 });

  constructor(
    private readonly engine: Docker,
    readonly container: Docker.Container,
    private readonly parts: Parts,
  ) {
    // A container that is gone before it is asked for has ended too.
    this.ended = parts.ended.then(
      () => this.close(),
      () => this.close(),
    );
    void this.watch();
    this.heedKernel();
  }

  get owner(): Owner | undefined {
    return this.parts.owner;
  }

  private close(): void {
    this.watching.abort();
    for (const stream of [this.parts.life as Duplex, this.parts.events as Readable]) stream.destroy();
  }

  private async watch(): Promise<void> {
    const { spec, pid } = this.parts;
    const writable = spec.mounts.filter(({ kind }) => kind === 'write').map(({ from = '' }) => from);
    const procDir = `/proc/${pid}/root/proc`;
    // Root looks into every folder, so nobody else is asked to.
    const watched = { procDir, writable, limits: spec.limits, asPodRoot: async () => '' };
    const breach = await watchPod(watched, this.watching.signal);
    if (breach !== undefined) await this.end(breach);
  }

  /** What grew faster than the watchdog looks has met the kernel's limit, which ends only one process. */
  private heedKernel(): void {
    const allowed = this.parts.spec.limits.memoryBytes;
    const lines = lineSplitter(() => void this.end({ limit: 'memory', used: allowed, allowed }));
    this.parts.events.on('data', (chunk: Buffer) => lines.take(chunk));
    this.parts.events.on('error', () => undefined);
  }

  private async end(breach: LimitBreach): Promise<void> {
    if (this.watching.signal.aborted) return;
    this.breach = breach;
    await this.kill();
  }

  path(inside: string): string {
    return inside;
  }

  async port(wanted: number): Promise<number> {
    return wanted;
  }

  start(argv: readonly string[], options: PodCommand = {}): Promise<RunningProcess> {
    const { owner, env } = this.parts;
    return startExec(this.engine, this.container, argv, {
      ...options,
      user: `${uidOf(owner)}:${gidOf(owner)}`,
      env: { ...env, ...options.env },
    });
  }

  async run(argv: readonly string[], options: PodCommand & { timeoutMs: number; signal?: AbortSignal }) {
    return boundProcess(await this.start(argv, options), options);
  }

  networkOnlyPrefix(mounts: readonly Mount[] = []): readonly string[] {
    const { owner, pid, system } = this.parts;
    return [
      ...['/usr/bin/nsenter', '-t', String(pid), '-n', '--'],
      ...(owner === undefined ? [] : dropTo(owner)),
      ...networkOnlyArgs(system, owner, mounts),
    ];
  }

  processes(): Promise<PodProcess[]> {
    return commandLines(`/proc/${this.parts.pid}/root/proc`);
  }

  whileFrozen<T>(work: () => Promise<T>): Promise<T> {
    return this.freezing.add(() => this.freezeFor(work));
  }

  private async freezeFor<T>(work: () => Promise<T>): Promise<T> {
    try {
      await this.container.pause();
    } catch (cause) {
      // One that has ended changes nothing any more either.
      if (this.watching.signal.aborted) return work();
      throw new InfraError('pod-failed', 'the container engine cannot pause a container', { cause });
    }
    try {
      return await work();
    } finally {
      // Or it has ended meanwhile.
      await this.container.unpause().catch(() => undefined);
    }
  }

  async kill(): Promise<void> {
    this.watching.abort();
    await removeContainer(this.container);
    await this.ended;
  }
}
