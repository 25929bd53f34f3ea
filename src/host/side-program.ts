import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InfraError } from '../errors.ts';
import { cachedFolder } from './cached-folder.ts';
import { makeReadable } from './make-readable.ts';
import { cacheRoot, pathWithTools } from './places.ts';
import { runProcess, tail } from './process.ts';

/** A program of a package, installed beside everything else in exactly one version. */
export interface SideProgram {
  /** Names its folder in the cache, together with the version. */
  name: string;
  package: string;
  version: string;
  program: string;
  /** A script of the package without which its program does not start; no other script of any package is run. */
  setUp?: string;
}

const INSTALL_TIMEOUT_MS = 15 * 60_000;

/** Folder of the cache that holds the program, installed or not. */
export const sideFolder = ({ name, version }: SideProgram): string =>
  join(cacheRoot(), 'programs', `${name}-${version}`);

/** Path of the program below its folder. */
export const sidePath = ({ program }: SideProgram, folder: string): string =>
  join(folder, 'node_modules/.bin', program);

export const isSideInstalled = (side: SideProgram): boolean => existsSync(sidePath(side, sideFolder(side)));

/** Installs it unless it is there. `env` is all that the installation sees. @throws InfraError `side-install` */
export async function installSide(side: SideProgram, env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<void> {
  const wanted = `${side.package}@${side.version}`;
  await cachedFolder(sideFolder(side), async (dir) => {
    // Nothing but the program that was asked for may run here.
    const argv = ['npm', 'install', '--prefix', dir, wanted, '--ignore-scripts', '--no-audit', '--no-fund'];
    const options = {
      env: { ...env, PATH: pathWithTools() },
      ...{ timeoutMs: INSTALL_TIMEOUT_MS, ...(signal === undefined ? {} : { signal }) },
    };
    let result = await runProcess(argv, { ...options, cwd: dir });
    if (result.exitCode === 0 && side.setUp !== undefined) {
      result = await runProcess(['node', side.setUp], { ...options, cwd: join(dir, 'node_modules', side.package) });
    }
    signal?.throwIfAborted();
    // A program that is there and does not start would be found again and again.
    if (result.exitCode === 0) result = await runProcess([sidePath(side, dir), '--version'], options);
    if (result.exitCode !== 0) {
      throw new InfraError('side-install', `npm could not install ${wanted} for ${side.name}`, {
        output: tail(result.stderr || result.stdout),
      });
    }
    makeReadable(dir);
  });
}
