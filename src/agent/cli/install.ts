import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from '../../environment/index.ts';
import { UserError } from '../../errors.ts';
import { installSide, isSideInstalled, packageRoot, type SideProgram, sideFolder, sidePath } from '../../host/index.ts';
import { isModelKey } from '../../model/index.ts';
import type { CliDriver, NpmProgram } from './driver.ts';

const sideOf = (name: string, { kind: _kind, ...npm }: NpmProgram): SideProgram => ({ name, ...npm });

const bundledPath = (file: string): string => join(packageRoot, 'dist', file);

/** Where the program of a driver lies on this machine, there or not. */
export function programOf({ name, program }: CliDriver): string {
  if (program.kind === 'bundled') return bundledPath(program.file);
  const side = sideOf(name, program);
  return sidePath(side, sideFolder(side));
}

export const isInstalled = ({ name, program }: CliDriver): boolean =>
  program.kind === 'npm' ? isSideInstalled(sideOf(name, program)) : existsSync(bundledPath(program.file));

/** Version of the program: the package's, or a hash of what bugsweep brings along (`missing` without it). */
export function versionOf({ program }: CliDriver): string {
  if (program.kind === 'npm') return program.version;
  const path = bundledPath(program.file);
  if (!existsSync(path)) return 'missing';
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12);
}

/** What a user types to get the program of a driver. */
export const howToInstall = ({ name, program }: CliDriver): string =>
  program.kind === 'npm'
    ? `type: bugsweep doctor --fix --agent ${name}`
    : 'it comes with bugsweep: install that again (in a checkout: npm run build)';

/** @throws UserError `not-installed` */
export function requireInstalled(driver: CliDriver): void {
  if (isInstalled(driver)) return;
  const { name, program } = driver;
  const what =
    program.kind === 'npm' ? `${name} ${program.version} is not installed for bugsweep` : `${name} is missing`;
  throw new UserError('not-installed', what, howToInstall(driver));
}

/** How the program comes into a pod, and the path there of what is started. */
export function placeInPod({ name, program }: CliDriver): { mount: Mount; at: string; byNode: boolean } {
  const dir = `/opt/agents/${name}`;
  if (program.kind === 'bundled') {
    const at = `${dir}/${program.file}`;
    return { mount: { at, kind: 'read', from: bundledPath(program.file) }, at, byNode: true };
  }
  const side = sideOf(name, program);
  return { mount: { at: dir, kind: 'read', from: sideFolder(side) }, at: sidePath(side, dir), byNode: false };
}

/** Installs exactly the version that the driver was verified with; what comes along needs nothing. @throws InfraError `side-install` */
export async function installCli({ name, program }: CliDriver, signal?: AbortSignal): Promise<void> {
  if (program.kind === 'npm') await installSide(sideOf(name, program), withoutKeys(process.env), signal);
}

/** Nothing needs a model's key to be installed. */
export const withoutKeys = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !isModelKey(name)));
