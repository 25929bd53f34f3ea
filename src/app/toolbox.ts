import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cachedFolderSync, cacheRoot, installedPackage, makeReadable, packageRoot } from '../host/index.ts';

let known: string | undefined;

/**
 * Folder shown as /opt/bugsweep inside pods: the dev server's start file, the readiness probe, the `app` command, and
 * Playwright for the agent. A copy in the cache, since the unprivileged user of a pod may not reach the installation.
 * Found once in a process: every pod asks for it.
 */
export function toolbox(): string {
  known ??= findToolbox();
  return known;
}

function findToolbox(): string {
  const runtime = join(packageRoot, 'runtime');
  const playwright = installedPackage(['@playwright/test', 'playwright', 'playwright-core']);
  return cachedFolderSync(join(cacheRoot(), `toolbox-${fingerprint(runtime, playwright)}`), (dir) => {
    cpSync(runtime, dir, { recursive: true });
    cpSync(playwright, join(dir, 'node_modules/playwright-core'), { recursive: true });
    makeReadable(dir);
  });
}

function fingerprint(runtime: string, playwright: string): string {
  const hash = createHash('sha256').update(readFileSync(join(playwright, 'package.json')));
  for (const name of readdirSync(runtime, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(runtime, name);
    if (statSync(path).isFile()) hash.update(name).update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 16);
}
