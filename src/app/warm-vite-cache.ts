import { cpSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Environment } from '../environment/index.ts';
import { cachedFolder, cacheRoot, makeReadable, type Scratch } from '../host/index.ts';
import type { AppManifest } from '../schema/index.ts';
import { hashPaths } from '../suite/index.ts';
import { copySource } from './copy-source.ts';
import { giveTo } from './give-to.ts';
import type { PreparedApp } from './prepared-app.ts';
import { startApp } from './start-app.ts';
import { toolbox } from './toolbox.ts';

type ViteServer = Extract<NonNullable<AppManifest['server']>, { kind: 'vite' }>;

/**
 * The dev server's cache of pre-bundled packages, made once by starting the sound app and walking its modules. Each
 * trial gets a copy, so that none has to bundle anew and none can poison another's.
 */
export async function warmViteCache(
  app: PreparedApp & { workspaceDir: string },
  server: ViteServer,
  { environment, scratch, signal }: { environment: Environment; scratch: Scratch; signal: AbortSignal | undefined },
): Promise<string> {
  const source = hashPaths(app.workspaceDir, ['src', 'index.html', 'package.json', 'package-lock.json']).slice(0, 24);
  const tools = basename(toolbox()).replace('toolbox-', '').slice(0, 8);
  return cachedFolder(join(cacheRoot(), 'vite', `${source}-${tools}-${process.version}`), async (dir) => {
    const owner = environment.allocateOwner();
    const workspaceDir = join(scratch.newDir('warm'), 'workspace');
    copySource(app.workspaceDir, workspaceDir);
    giveTo(workspaceDir, owner);
    const cold = join(scratch.newDir('cold'), 'cache');
    mkdirSync(cold);
    const { api: _api, ...manifest } = app.manifest;
    const running = await startApp(
      { ...app, manifest: { ...manifest, server: { ...server, proxy: [] } }, warmCacheDir: cold },
      {
        ...{ environment, scratch, owner, workspaceDir, purpose: 'agent', fixture: '', faults: [] },
        ...{ readyTimeoutMs: 180_000, signal },
      },
    );
    const cacheDir = running.cacheDir;
    await running.stop();
    if (cacheDir !== null) cpSync(cacheDir, dir, { recursive: true });
    makeReadable(dir);
  });
}
