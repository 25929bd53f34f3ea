import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '../environment/index.ts';
import { InfraError, TaskError } from '../errors.ts';
import { cachedFolder, cacheRoot, makeReadable, pathWithTools, runProcess, type Scratch, tail } from '../host/index.ts';
import type { AppManifest } from '../schema/index.ts';
import { hashSource } from '../suite/index.ts';
import { prepareNpmHost } from '../workspace/index.ts';
import { copySource } from './copy-source.ts';
import { loadManifest } from './load-manifest.ts';
import type { PreparedApp } from './prepared-app.ts';
import { prepareProduct } from './product.ts';
import { type TreeInStore, takeManifests } from './take-manifests.ts';
import { warmViteCache } from './warm-vite-cache.ts';

const INSTALL_TIMEOUT_MS = 900_000;

export interface PrepareAppOptions {
  environment: Environment;
  scratch: Scratch;
  /** Folder with app.toml. */
  appDir: string;
  /** Package of an npm source: its files are the workspace, the folder is what loads it. */
  packageAt?: string;
  /** Of a git source: what the workspace will hold. */
  workspace?: TreeInStore;
  signal?: AbortSignal | undefined;
}

/**
 * Installs, builds and warms what an application needs, once per content; later calls find it in the cache.
 * @throws TaskError `bad-app`, InfraError `npm-failed`, `build-failed`
 */
export async function prepareApp(options: PrepareAppOptions): Promise<PreparedApp> {
  const { appDir, packageAt, workspace } = options;
  const manifest = loadManifest(appDir);
  if (workspace !== undefined) return prepareTree(options, manifest, workspace);
  return packageAt === undefined ? prepareFolder(options, manifest) : prepareHost(options, manifest, packageAt);
}

async function prepareFolder(options: PrepareAppOptions, manifest: AppManifest): Promise<PreparedApp> {
  const { appDir, environment, scratch, signal } = options;
  const workspaceDir = join(appDir, manifest.workspace ?? '.');
  if (!existsSync(workspaceDir)) throw new TaskError('bad-app', `${appDir}/app.toml: workspace names no folder`);
  const [provided, apiDir] = await Promise.all([
    provide(environment, manifest, () => installDependencies(workspaceDir, manifest.dependencies, signal)),
    buildApi(appDir, manifest, signal),
  ]);
  const app = { manifest, workspaceDir, ...provided, ...(apiDir === undefined ? {} : { apiDir }) };
  if (manifest.server?.kind !== 'vite' || environment.sandbox === 'none') return app;
  return { ...app, warmCacheDir: await warmViteCache(app, manifest.server, { environment, scratch, signal }) };
}

/** The workspace is somebody's commit: of it, nothing but manifests and lockfiles is read on the host. */
async function prepareTree(
  { environment, scratch, signal }: PrepareAppOptions,
  manifest: AppManifest,
  workspace: TreeInStore,
): Promise<PreparedApp> {
  const provided = await provide(environment, manifest, async () => {
    const dir = await takeManifests(workspace, manifest.dependencies, scratch.newDir('manifests'));
    return installDependencies(dir, manifest.dependencies, signal);
  });
  return { manifest, ...provided };
}

/** Packages come with the image of a product, and are installed for every other app. */
async function provide(
  environment: Environment,
  { server, dependencies }: AppManifest,
  install: () => Promise<PreparedApp['dependencies']>,
): Promise<Pick<PreparedApp, 'dependencies' | 'product'>> {
  return server?.kind === 'image'
    ? prepareProduct(environment, server, dependencies)
    : { dependencies: await install() };
}

/** Each declared folder named node_modules is installed from the lockfile beside it. */
async function installDependencies(
  workspaceDir: string,
  declared: readonly string[],
  signal: AbortSignal | undefined,
): Promise<PreparedApp['dependencies']> {
  const installed: PreparedApp['dependencies'] = [];
  for (const at of declared) {
    const { dir } = await prepareNpmHost(join(workspaceDir, dirname(at)), { signal });
    const from = join(dir, 'node_modules');
    // Mount points for the caches that tools keep beside packages.
    for (const name of ['.vite', '.vite-temp']) mkdirSync(join(from, name), { recursive: true });
    makeReadableOnce(from);
    installed.push({ at, from });
  }
  return installed;
}

/** A copy of the API's folder in the cache, installed and built. */
async function buildApi(
  appDir: string,
  manifest: AppManifest,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const api = manifest.api;
  if (api === undefined) return undefined;
  const source = join(appDir, api.dir);
  const key = `${hashSource(source).slice(0, 24)}-${process.version}`;
  return cachedFolder(join(cacheRoot(), 'apis', key), async (dir) => {
    copySource(source, dir);
    if (existsSync(join(source, 'package-lock.json'))) {
      const host = await prepareNpmHost(source, { signal });
      cpSync(join(host.dir, 'node_modules'), join(dir, 'node_modules'), { recursive: true, verbatimSymlinks: true });
    }
    if (api.build !== undefined) await build(api.build, dir, signal);
    makeReadable(dir);
  });
}

async function build(command: readonly string[], cwd: string, signal: AbortSignal | undefined): Promise<void> {
  const env = { PATH: `${dirname(process.execPath)}:${pathWithTools()}`, HOME: process.env.HOME ?? '/' };
  const result = await runProcess(command, { cwd, env, timeoutMs: INSTALL_TIMEOUT_MS, signal });
  if (result.exitCode === 0) return;
  const output = tail(`${result.stdout}${result.stderr}`);
  throw new InfraError('build-failed', `\`${command.join(' ')}\` failed in the application's API`, { output });
}

/** A package inside the application that loads it: the host folder with its packages, both from the cache. */
async function prepareHost(
  { appDir, signal }: PrepareAppOptions,
  manifest: AppManifest,
  packageAt: string,
): Promise<PreparedApp> {
  const installed = await prepareNpmHost(appDir, { signal });
  makeReadableOnce(join(installed.dir, 'node_modules'));
  const key = hashSource(appDir).slice(0, 32);
  const dir = await cachedFolder(join(cacheRoot(), 'hosts', key), async (target) => {
    copySource(appDir, target);
    // Mount point of the installed packages.
    mkdirSync(join(target, 'node_modules'));
    makeReadable(target);
  });
  const packages = join(installed.dir, 'node_modules');
  return {
    manifest,
    workspaceDir: join(installed.dir, packageAt),
    dependencies: [],
    host: { dir, packages, packageAt },
  };
}

const readable = new Set<string>();

function makeReadableOnce(dir: string): void {
  if (readable.has(dir)) return;
  makeReadable(dir);
  readable.add(dir);
}
