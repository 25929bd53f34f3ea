import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InfraError } from '../errors.ts';

/** Folder that holds bugsweep's package.json, apps and suites: the same from `src/` and from `dist/`. */
export const packageRoot: string = findPackageRoot();

function findPackageRoot(): string {
  for (let dir = dirname(fileURLToPath(import.meta.url)); dir !== dirname(dir); dir = dirname(dir)) {
    if (existsSync(join(dir, 'package.json'))) return dir;
  }
  throw new InfraError('broken-install', 'bugsweep cannot find its own package.json');
}

/**
 * Folder for what may be made again: installed dependencies, tarballs, warm caches.
 * Root keeps it in /var/cache: the unprivileged users that trials run under must be able to read it, and /root is
 * closed to them. `BUGSWEEP_CACHE` overrides.
 */
export function cacheRoot(): string {
  const dir = process.env.BUGSWEEP_CACHE ?? defaultCacheRoot();
  try {
    mkdirSync(dir, { recursive: true });
    accessSync(dir, constants.W_OK);
  } catch (cause) {
    throw new InfraError('no-cache-dir', `cannot write the cache folder ${dir}`, {
      cause,
      hint: 'set BUGSWEEP_CACHE to a folder that you can write',
    });
  }
  return dir;
}

function defaultCacheRoot(): string {
  if (process.getuid?.() === 0) return '/var/cache/bugsweep';
  return join(process.env.XDG_CACHE_HOME ?? join(homeFolders()[0] ?? noHome(), '.cache'), 'bugsweep');
}

/** PATH for host tools: the caller's, then the usual system folders (an ordinary user may lack the sbin ones). */
export function pathWithTools(): string {
  return [process.env.PATH ?? '', '/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'].join(':');
}

/**
 * Folder of an installed package, found from bugsweep's own dependencies along a chain: `['@playwright/test',
 * 'playwright', 'playwright-core']` is the playwright-core that this Playwright uses, wherever the package manager put it.
 */
export function installedPackage(chain: readonly string[]): string {
  let from = join(packageRoot, 'package.json');
  for (const name of chain) from = createRequire(from).resolve(`${name}/package.json`);
  return dirname(from);
}

/** Homes of this user: of its variables first, then of the system. None for a user whom nobody knows. */
export function homeFolders(): string[] {
  return [homedir, () => userInfo().homedir].flatMap((find) => {
    try {
      return find();
    } catch {
      // The system has no entry for a user that a container was started with.
      return [];
    }
  });
}

function noHome(): never {
  throw new InfraError('no-home', 'this user has no home for a cache', { hint: 'set HOME, or BUGSWEEP_CACHE' });
}
