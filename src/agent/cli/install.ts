import { UserError } from '../../errors.ts';
import { installSide, isSideInstalled, type SideProgram, sideFolder, sidePath } from '../../host/index.ts';
import { isModelKey } from '../../model/index.ts';
import type { CliDriver } from './driver.ts';

const sideOf = ({ name, npm }: CliDriver): SideProgram => ({ name, ...npm });

/** Where the program of a driver lies once it is installed: one folder for each version. */
export const folderOf = (driver: CliDriver): string => sideFolder(sideOf(driver));

export const programOf = (driver: CliDriver): string => sidePath(sideOf(driver), folderOf(driver));

export const isInstalled = (driver: CliDriver): boolean => isSideInstalled(sideOf(driver));

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

/** Installs exactly the version that the driver was verified with. @throws InfraError `side-install` */
export const installCli = (driver: CliDriver, signal?: AbortSignal): Promise<void> =>
  installSide(sideOf(driver), withoutKeys(process.env), signal);

/** Nothing needs a model's key to be installed. */
export const withoutKeys = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !isModelKey(name)));
