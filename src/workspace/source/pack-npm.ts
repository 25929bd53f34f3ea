import { createHash, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { extract } from 'tar';
import { InfraError, UserError } from '../../errors.ts';
import { cachedFolder, cacheRoot } from '../../host/index.ts';
import type { NpmHostOptions } from './npm-host.ts';
import { runNpm } from './run-npm.ts';

export interface PublishedPackage {
  package: string;
  /** Exact. */
  version: string;
  /** `sha512-…` of the tarball, as a lockfile writes it. */
  integrity: string;
}

/** Finds a published package's files: `packNpm`, or a stand-in. Returns the folder that holds its `package.json`. */
export type FetchPackage = (published: PublishedPackage) => Promise<string>;

// A name that starts with a hyphen would be an option of npm's.
const NAME = /^(@[a-z0-9~_][a-z0-9._~-]*\/)?[a-z0-9~_][a-z0-9._~-]*$/i;
const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;
const INTEGRITY = /^sha512-[A-Za-z0-9+/]{86}==$/;

/**
 * Fetches one published version into the cache, checks the tarball's sha512 and unpacks its files.
 * @throws UserError `bad-package` for a name, version or checksum that is none, `integrity-mismatch` for another
 * tarball; InfraError `npm-failed`, `bad-tarball`.
 */
export async function packNpm(published: PublishedPackage, options: NpmHostOptions = {}): Promise<string> {
  const spec = `${published.package}@${published.version}`;
  if (!NAME.test(published.package) || !VERSION.test(published.version)) {
    throw new UserError('bad-package', `\`${spec}\` is not a package name with an exact version`);
  }
  if (!INTEGRITY.test(published.integrity)) {
    throw new UserError(
      'bad-package',
      `${spec}: \`${published.integrity}\` is no sha512 checksum`,
      'copy `integrity` from a package-lock.json',
    );
  }
  const key = createHash('sha256').update(`${spec}\0${published.integrity}`).digest('hex').slice(0, 32);
  return cachedFolder(join(options.cacheDir ?? cacheRoot(), 'npm-packages', key), async (dir) => {
    const packed = join(dir, '.packed');
    mkdirSync(packed);
    await runNpm(['pack', spec], { cwd: packed, ...(options.signal ? { signal: options.signal } : {}) });
    const name = readdirSync(packed).find((each) => each.endsWith('.tgz'));
    if (name === undefined) throw new InfraError('npm-failed', `npm pack ${spec} left no tarball`);
    checkIntegrity(spec, readFileSync(join(packed, name)), published.integrity);
    await unpack(spec, join(packed, name), dir);
    rmSync(packed, { recursive: true });
  });
}

function checkIntegrity(spec: string, tarball: Buffer, integrity: string): void {
  const seen = createHash('sha512').update(tarball).digest();
  if (timingSafeEqual(seen, Buffer.from(integrity.slice('sha512-'.length), 'base64'))) return;
  throw new UserError(
    'integrity-mismatch',
    `${spec} has the checksum sha512-${seen.toString('base64')}, not ${integrity}`,
    'the checksum in the file is wrong, or the registry serves another package under this name',
  );
}

async function unpack(spec: string, file: string, cwd: string): Promise<void> {
  try {
    // Files and folders only: npm too ignores links in a package.
    await extract({
      file,
      cwd,
      strip: 1,
      strict: true,
      filter: (_, entry) => 'type' in entry && /^(Old)?File$|^Directory$/.test(entry.type),
    });
  } catch (cause) {
    throw new InfraError('bad-tarball', `cannot unpack ${spec}`, { cause });
  }
}
