import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { cacheRoot, installedPackage, packageRoot } from '../host/index.ts';

/**
 * Folder shown as /opt/bugsweep inside pods: the dev server's start file, the readiness probe, the `app` command, and
 * Playwright for the agent. A copy in the cache, since the unprivileged user of a pod may not reach the installation.
 */
export function toolbox(): string {
  const runtime = join(packageRoot, 'runtime');
  const playwright = installedPackage(['@playwright/test', 'playwright', 'playwright-core']);
  const target = join(cacheRoot(), `toolbox-${fingerprint(runtime, playwright)}`);
  if (existsSync(target)) return target;
  const building = `${target}.${randomBytes(4).toString('hex')}`;
  mkdirSync(building, { recursive: true });
  cpSync(runtime, building, { recursive: true });
  cpSync(playwright, join(building, 'node_modules/playwright-core'), { recursive: true });
  makeReadable(building);
  try {
    renameSync(building, target);
  } catch (error) {
    rmSync(building, { recursive: true, force: true });
    // Another process was faster; its copy is the same.
    if (!existsSync(target)) throw error;
  }
  return target;
}

function fingerprint(runtime: string, playwright: string): string {
  const hash = createHash('sha256').update(readFileSync(join(playwright, 'package.json')));
  for (const name of readdirSync(runtime, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(runtime, name);
    if (statSync(path).isFile()) hash.update(name).update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Lets every user read the folder, and run what its owner may run. */
export function makeReadable(dir: string): void {
  chmodSync(dir, 0o755);
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
