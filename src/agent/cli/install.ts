import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InfraError, UserError } from '../../errors.ts';
import { cachedFolder, cacheRoot, makeReadable, pathWithTools, runProcess, tail } from '../../host/index.ts';
import { isModelKey } from '../../model/index.ts';
import type { CliDriver } from './driver.ts';

/** Where the program of a driver lies once it is installed: one folder for each version. */
export const folderOf = ({ name, npm }: CliDriver): string => join(cacheRoot(), 'agents', `${name}-${npm.version}`);

export const programOf = (driver: CliDriver): string => programIn(folderOf(driver), driver);

export const isInstalled = (driver: CliDriver): boolean => existsSync(programOf(driver));

const programIn = (dir: string, { npm }: CliDriver): string => join(dir, 'node_modules/.bin', npm.program);

/** @throws UserError `not-installed` */
export function requireInstalled(driver: CliDriver): void {
  if (isInstalled(driver)) return;
  const { name, npm } = driver;
  throw new UserError(
    'not-installed',
    `${name} ${npm.version} is not installed for bugsweep`,
    `type: bugsweep doctor --fix --agent ${name}`,
  );
}

const INSTALL_TIMEOUT_MS = 15 * 60_000;

/** Installs exactly the version that the driver was verified with, beside everything else. @throws InfraError `agent-install` */
export async function installCli(driver: CliDriver, signal?: AbortSignal): Promise<void> {
  const { name, npm } = driver;
  await cachedFolder(folderOf(driver), async (dir) => {
    // Nothing but the program that was asked for may run here, and nothing needs a key.
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
    const argv = ['npm', 'install', '--prefix', dir, `${npm.package}@${npm.version}`, ...flags];
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isModelKey(name)));
    const options = {
      env: { ...env, PATH: pathWithTools() },
      ...{ timeoutMs: INSTALL_TIMEOUT_MS, ...(signal === undefined ? {} : { signal }) },
    };
    let result = await runProcess(argv, { ...options, cwd: dir });
    if (result.exitCode === 0 && npm.setUp !== undefined) {
      result = await runProcess(['node', npm.setUp], { ...options, cwd: join(dir, 'node_modules', npm.package) });
    }
    signal?.throwIfAborted();
    // A program that is there and does not start would be found again and again.
    if (result.exitCode === 0) result = await runProcess([programIn(dir, driver), '--version'], options);
    if (result.exitCode !== 0) {
      throw new InfraError('agent-install', `npm could not install ${npm.package}@${npm.version} for ${name}`, {
        output: tail(result.stderr || result.stdout),
      });
    }
    makeReadable(dir);
  });
}
