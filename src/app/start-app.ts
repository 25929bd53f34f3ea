import {
  defaultLimits,
  type Environment,
  type Mount,
  type Owner,
  type Pod,
  type PodLimits,
  type PodProduct,
} from '../environment/index.ts';
import { InfraError } from '../errors.ts';
import { type RunningProcess, type Scratch, tail } from '../host/index.ts';
import type { AppManifest, Fault } from '../schema/index.ts';
import { appMounts } from './app-mounts.ts';
import { giveTo } from './give-to.ts';
import type { PreparedApp } from './prepared-app.ts';
import { productFor } from './product.ts';
import { AppNotReady, type RunningApp } from './running-app.ts';
import { type RunningApi, startApi } from './start-api.ts';
import { serveTaskShell } from './task-shell.ts';

export interface StartAppOptions {
  environment: Environment;
  scratch: Scratch;
  owner: Owner | undefined;
  workspaceDir: string;
  /** An agent's app reloads on changes and can be restarted from inside; a judge's app is fixed. */
  purpose: 'agent' | 'judge';
  fixture: string;
  faults: readonly Fault[];
  readyTimeoutMs: number;
  /** Ends the wait for the app. */
  signal?: AbortSignal | undefined;
  limits?: Partial<PodLimits>;
  /** Beside what the app itself needs. */
  extraMounts?: readonly Mount[];
}

type Server = NonNullable<AppManifest['server']>;

/** Starts product and API, and waits until a user could work with it. @throws AppNotReady, InfraError */
export async function startApp(app: PreparedApp, options: StartAppOptions): Promise<RunningApp> {
  const server = app.manifest.server;
  if (server === undefined) throw new InfraError('no-app', 'this task has no app to start');
  const api = app.manifest.api === undefined ? undefined : await startApiFor(app, options);
  try {
    const instance = new AppInstance(app, server, options, api);
    await instance.launch();
    return instance;
  } catch (error) {
    await api?.stop();
    throw error;
  }
}

function startApiFor(app: PreparedApp, { environment, scratch, owner, fixture, faults }: StartAppOptions) {
  return startApi(app, { environment, owner, dir: scratch.newDir('api'), fixture, faults: [...faults] });
}

class AppInstance implements RunningApp {
  url = '';
  cacheDir: string | null = null;
  private shellDir: string | undefined;
  private shell: { close(): void } | undefined;
  private current: { pod: Pod; process: RunningProcess; ended: boolean } | undefined;

  constructor(
    private readonly app: PreparedApp,
    private readonly server: Server,
    private readonly options: StartAppOptions,
    private readonly api: RunningApi | undefined,
  ) {}

  get pod(): Pod {
    if (this.current === undefined) throw new InfraError('app-stopped', 'the app has been stopped');
    return this.current.pod;
  }

  get controlSocket(): string | null {
    return this.api?.controlSocket ?? null;
  }

  async launch(): Promise<void> {
    const { environment, scratch, owner, workspaceDir, purpose, limits } = this.options;
    const mounts: Mount[] = appMounts(this.app, {
      workspaceDir,
      access: purpose === 'agent' ? 'write' : 'read',
      apiSocketDir: this.api?.apiSocketDir,
      scratchDir: scratch.newDir('app'),
      owner,
    });
    this.cacheDir = mounts.find(({ at, kind }) => at.endsWith('/.vite') && kind === 'write')?.from ?? null;
    mounts.push(...(this.options.extraMounts ?? []));
    const { product, steering } = this.productPlace();
    const spec = {
      label: 'app',
      mounts: [...mounts, ...steering],
      limits: { ...defaultLimits, ...limits },
      ...product,
    };
    const pod = await environment.createPod(spec, owner);
    try {
      const port = await pod.port(this.server.port);
      this.url = `http://127.0.0.1:${port}`;
      const { argv, cwd, env } = this.command(pod, port);
      const supervised = purpose === 'agent' ? [pod.path('/opt/bugsweep/app-supervise.sh'), ...argv] : argv;
      const options = { cwd, env: { ...env, APP_RUN: pod.path('/run/app'), APP_URL: this.url } };
      const process = await (pod.startInProduct?.(supervised, options) ?? pod.start(supervised, options));
      await this.connectProduct(pod, port);
      const current = { pod, process, ended: false };
      void process.exited.then(() => {
        current.ended = true;
      });
      this.current = current;
      await this.waitUntilReady();
    } catch (error) {
      delete this.current;
      this.shell?.close();
      await pod.kill();
      throw error;
    }
  }

  /** Of a product that comes as an image: its container, and what the agent steers it by. */
  private productPlace(): { product: { product?: PodProduct }; steering: Mount[] } {
    const { scratch, owner, purpose } = this.options;
    if (this.app.product === undefined) return { product: {}, steering: [] };
    const runDir = scratch.newDir('run');
    giveTo(runDir, owner);
    const steering: Mount[] = [{ at: '/run/app', kind: 'write', from: runDir }];
    if (purpose === 'agent') {
      this.shellDir = scratch.newDir('shell');
      giveTo(this.shellDir, owner);
      steering.push({ at: '/run/task-shell', kind: 'read', from: this.shellDir });
    }
    return { product: { product: productFor(this.app.product, { scratch, owner, runDir }) }, steering };
  }

  private async connectProduct(pod: Pod, port: number): Promise<void> {
    const { product } = this.app;
    if (product === undefined || this.server.kind !== 'image') return;
    const { containerPort } = this.server;
    if (containerPort !== port) {
      await pod.start(['node', pod.path('/opt/bugsweep/port-map.mjs'), String(port), String(containerPort)]);
    }
    this.shell?.close();
    if (this.shellDir === undefined) return;
    const { owner } = this.options;
    this.shell = await serveTaskShell(this.shellDir, { pod, workspace: product.workspace, owner });
  }

  private command(pod: Pod, port: number): { argv: string[]; cwd: string; env: Record<string, string> } {
    if (this.server.kind === 'image') {
      const { argv, cwd } = this.app.product ?? { argv: [], cwd: '/' };
      return { argv: [...argv], cwd, env: {} };
    }
    if (this.server.kind === 'command') {
      const env = { PORT: String(port), WORKSPACE: pod.path('/workspace'), NODE_ENV: 'development' };
      return { argv: this.server.command, cwd: this.app.host === undefined ? '/workspace' : '/host', env };
    }
    const root = pod.path('/workspace');
    const settings = {
      root,
      cacheDir: pod.path('/workspace/node_modules/.vite'),
      port,
      proxy: this.server.proxy,
      apiSocket: pod.path('/run/api/api.sock'),
      outDir: pod.path('/tmp/app'),
      purpose: this.options.purpose,
    };
    return {
      argv: ['node', pod.path('/opt/bugsweep/vite-server.mjs')],
      cwd: '/workspace',
      env: { BUGSWEEP_VITE: JSON.stringify(settings), NODE_ENV: 'development' },
    };
  }

  private async waitUntilReady(): Promise<void> {
    const { pod, process } = this.current ?? {};
    if (pod === undefined || process === undefined) return;
    const timeoutMs = this.options.readyTimeoutMs;
    const { kind, readyPath } = this.server;
    const question = { url: `${this.url}${readyPath}`, timeoutMs, crawl: kind === 'vite', whole: kind === 'image' };
    const stop = new AbortController();
    const asked = this.options.signal;
    asked?.throwIfAborted();
    const died = process.exited.then(() => 'died' as const);
    const probe = pod.run(['node', pod.path('/opt/bugsweep/probe.mjs'), JSON.stringify(question)], {
      timeoutMs: timeoutMs + 15_000,
      signal: asked === undefined ? stop.signal : AbortSignal.any([stop.signal, asked]),
    });
    const first = await Promise.race([probe, died]);
    asked?.throwIfAborted();
    if (first === 'died') {
      stop.abort();
      await probe;
      throw new AppNotReady('app-died', `the app ended before it was ready\n${tail(process.output())}`);
    }
    const answer = readAnswer(first.stdout.toString());
    if (answer?.ready === true) {
      if (this.options.purpose === 'agent') await this.tellSupervisor(pod);
      return;
    }
    if (answer === undefined && !first.timedOut) {
      throw new InfraError('probe-failed', 'the readiness probe failed', { output: tail(first.stderr) });
    }
    const why = answer?.last ?? 'no answer';
    const log = tail(process.output());
    throw new AppNotReady('app-not-ready', `the app was not ready within ${timeoutMs / 1000} s: ${why}\n${log}`);
  }

  /** From now on an app that ends waits to be started again, by the agent. */
  private async tellSupervisor(pod: Pod): Promise<void> {
    const { exitCode, stderr } = await pod.run(['touch', pod.path('/run/app/ready')], { timeoutMs: 30_000 });
    if (exitCode !== 0)
      throw new InfraError('supervisor-failed', "the app's supervisor cannot be reached", { output: tail(stderr) });
  }

  async reset(): Promise<void> {
    if (this.current?.ended === true) {
      throw new AppNotReady('app-died', `the app has ended\n${tail(this.current.process.output())}`);
    }
    if (this.api !== undefined) return this.api.reset();
    await this.current?.pod.kill();
    await this.launch();
  }

  async stop(): Promise<void> {
    const pod = this.current?.pod;
    delete this.current;
    this.shell?.close();
    await Promise.all([pod?.kill(), this.api?.stop()]);
  }
}

function readAnswer(line: string): { ready: boolean; last: string } | undefined {
  try {
    return JSON.parse(line);
  } catch {
    // Killed before it could print.
    return undefined;
  }
}
