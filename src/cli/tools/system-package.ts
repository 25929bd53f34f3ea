import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { InfraError } from '../../errors.ts';
import { type ProcessResult, runProcess } from '../../host/index.ts';

const QUERY_TIMEOUT_MS = 60_000;
const INSTALL_TIMEOUT_MS = 900_000;

export interface PackageManager {
  name: 'apt-get' | 'dnf' | 'apk';
  install: readonly string[];
  /** What a person types for it, as root. */
  typed(packageName: string): string;
}

const managers: readonly PackageManager[] = [
  {
    name: 'apt-get',
    // Waits for another installation to end instead of failing at its lock.
    install: ['apt-get', 'install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300'],
    typed: (name) => `apt-get update && apt-get install -y ${name}`,
  },
  { name: 'dnf', install: ['dnf', 'install', '-y'], typed: (name) => `dnf install -y ${name}` },
  { name: 'apk', install: ['apk', 'add'], typed: (name) => `apk add ${name}` },
];

export interface InstallOptions {
  /** The package manager's whole environment; PATH says where it is looked for. */
  env: Readonly<Record<string, string>>;
  /** Receives all that the package manager prints. */
  logPath: string;
  signal: AbortSignal | undefined;
}

/** The package manager found in the folders of `path`, or undefined. */
export function findPackageManager(path: string): PackageManager | undefined {
  return managers.find(({ name }) => findProgram(name, path) !== undefined);
}

/** What the present user types to install packages of the distribution. */
export function typedFor(manager: PackageManager, ...packages: string[]): string {
  const command = manager.typed(packages.join(' '));
  return process.getuid?.() === 0 ? command : `sudo sh -c '${command}'`;
}

/** Path of a program in the folders of `path`, or undefined. */
export function findProgram(name: string, path: string): string | undefined {
  const dirs = path.split(':').filter((dir) => dir !== '');
  return dirs.map((dir) => join(dir, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs a package of the distribution. Needs root. @throws InfraError `install-failed` with the log's path */
export async function installPackage(name: string, manager: PackageManager, options: InstallOptions): Promise<void> {
  const run = (argv: readonly string[], timeoutMs = INSTALL_TIMEOUT_MS) =>
    runProcess(argv, {
      env: { ...options.env, DEBIAN_FRONTEND: 'noninteractive' },
      logPath: options.logPath,
      timeoutMs,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  const install = () => run([...manager.install, name]);
  if (manager.name !== 'apt-get') return mustWork(name, await install(), options);

  const known = (await run(['apt-cache', 'show', '--no-all-versions', name], QUERY_TIMEOUT_MS)).exitCode === 0;
  if (!known) await run(['apt-get', 'update']);
  const first = await install();
  // Known, but from an old list whose files the mirror has dropped since.
  if (!known || first.exitCode === 0 || first.timedOut || first.aborted) return mustWork(name, first, options);
  await run(['apt-get', 'update']);
  mustWork(name, await install(), options);
}

function mustWork(name: string, result: ProcessResult, { logPath }: InstallOptions): void {
  if (result.exitCode === 0) return;
  const why = result.aborted ? 'interrupted' : result.timedOut ? 'it took too long' : `exit code ${result.exitCode}`;
  throw new InfraError('install-failed', `cannot install the package ${name}: ${why}`, {
    output: `${result.stdout}${result.stderr}`,
    logPath,
  });
}
