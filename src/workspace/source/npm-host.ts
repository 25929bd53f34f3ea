import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorText, UserError } from '../../errors.ts';
import { cachedFolder, cacheRoot } from '../../host/index.ts';
import { runNpm } from './run-npm.ts';

export interface NpmHost {
  /** Installed copy in the cache: `package.json`, `package-lock.json`, `node_modules`. Shared: must not be written to. */
  dir: string;
  /** Packages of the lockfile: folder from `dir` → version. */
  packages: Record<string, string>;
}

export interface NpmHostOptions {
  /** Default: the cache of this machine. */
  cacheDir?: string;
  signal?: AbortSignal;
}

/**
 * Installs a host folder's dependencies as its lockfile says, once per manifest and lockfile.
 * @throws UserError `bad-npm-host` if a file is missing or a package of the lockfile has no checksum;
 * InfraError `npm-failed`.
 */
export async function prepareNpmHost(hostDir: string, options: NpmHostOptions = {}): Promise<NpmHost> {
  const files = ['package.json', 'package-lock.json'];
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}\0`);
  for (const name of files) hash.update(readHostFile(hostDir, name)).update('\0');
  const packages = readLockedPackages(hostDir);
  const key = hash.digest('hex').slice(0, 32);
  const dir = await cachedFolder(join(options.cacheDir ?? cacheRoot(), 'npm-hosts', key), async (temporary) => {
    for (const name of files) copyFileSync(join(hostDir, name), join(temporary, name));
    await runNpm(['ci'], { cwd: temporary, ...(options.signal ? { signal: options.signal } : {}) });
  });
  return { dir, packages };
}

function readHostFile(hostDir: string, name: string): Buffer {
  const path = join(hostDir, name);
  if (existsSync(path)) return readFileSync(path);
  throw new UserError('bad-npm-host', `${path} is missing`, 'a host folder ships its manifest and its lockfile');
}

interface LockedPackage {
  version?: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
}

function readLockedPackages(hostDir: string): Record<string, string> {
  const path = join(hostDir, 'package-lock.json');
  let lock: { packages?: Record<string, LockedPackage> };
  try {
    lock = JSON.parse(readHostFile(hostDir, 'package-lock.json').toString());
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    throw new UserError('bad-npm-host', `${path} is not JSON: ${errorText(cause)}`);
  }
  if (lock.packages === undefined) {
    throw new UserError('bad-npm-host', `${path} has no \`packages\``, 'write it with npm 7 or newer');
  }
  const versions: Record<string, string> = {};
  for (const [folder, each] of Object.entries(lock.packages)) {
    if (folder === '') continue;
    // What a package bundles is covered by the checksum of that package.
    if (each.link || (each.integrity === undefined && !each.inBundle)) {
      throw new UserError(
        'bad-npm-host',
        `${path}: \`${folder}\` has no checksum (\`integrity\`)`,
        'use only packages of a registry',
      );
    }
    versions[folder] = each.version ?? '';
  }
  return versions;
}
