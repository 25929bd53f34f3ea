import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InfraError, UserError } from '../../errors.ts';
import { cachedFolder, cacheRoot, makeReadable, pathWithTools, runProcess, tail } from '../../host/index.ts';
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
export async function installCli(driver: CliDriver): Promise<void> {
  const { name, npm } = driver;
  await cachedFolder(folderOf(driver), async (dir) => {
    const argv = ['npm', 'install', '--prefix', dir, `${npm.package}@${npm.version}`, '--no-audit', '--no-fund'];
    const { PATH: _path, ...env } = process.env;
    const result = await runProcess(argv, {
      env: { ...env, PATH: pathWithTools() },
      ...{ cwd: dir, timeoutMs: INSTALL_TIMEOUT_MS },
    });
    if (result.exitCode !== 0 || !existsSync(programIn(dir, driver))) {
      throw new InfraError('agent-install', `npm could not install ${npm.package}@${npm.version} for ${name}`, {
        output: tail(result.stderr || result.stdout),
      });
    }
    makeReadable(dir);
  });
}
