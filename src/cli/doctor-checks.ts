import { existsSync, statfsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { agentProgram } from '../agent/index.ts';
import { browserTool, howToInstallTool } from '../browser/index.ts';
import { probeSandbox } from '../environment/index.ts';
import { errorText } from '../errors.ts';
import { cacheRoot, createScratch, pathWithTools, scratchRoot, sideFolder, sidePath, tail } from '../host/index.ts';
import { locateBubblewrap, locateChromium, versionOf } from './tools/locate-tools.ts';
import { findPackageManager, typedFor } from './tools/system-package.ts';

export interface DoctorCheck {
  name: string;
  /** `warn`: it works, but not for long or not as well. */
  status: 'ok' | 'warn' | 'missing';
  /** A run is impossible without it. */
  required: boolean;
  detail: string;
  /** What to type or to do; null if nothing is wrong. */
  fix: string | null;
}

const MIN_FREE_BYTES = 2 * 1024 ** 3;

/** Looks at everything that a run needs or can use. */
export async function doctorChecks(): Promise<DoctorCheck[]> {
  return [
    nodeCheck(),
    await programCheck('git', 'git', true),
    await programCheck('npm', 'npm', true),
    await chromiumCheck(),
    await sandboxCheck(),
    userCheck(),
    folderCheck('scratch folder', scratchRoot, 'set BUGSWEEP_TMP to a folder with more space'),
    folderCheck('cache folder', cacheRoot, 'set BUGSWEEP_CACHE to a folder with more space'),
    await programCheck('Docker', 'docker', false),
    await programCheck('Redis', 'redis-server', false),
  ];
}

/** The program of a coding agent, which the user has asked about. */
export async function agentCheck(name: string): Promise<DoctorCheck> {
  const { path, version, bundled, fix } = agentProgram(name);
  if (!bundled) return sideCheck(name, { path, version, fix });
  if (existsSync(path)) return ok(name, 'comes with bugsweep');
  return { name, status: 'missing', required: true, detail: `${path} is not there`, fix };
}

/** A browser tool that the user has asked about. */
export async function toolCheck(name: string): Promise<DoctorCheck> {
  const { side } = browserTool(name);
  if (side === undefined) return ok(name, 'comes with bugsweep or with the agent');
  return sideCheck(name, {
    ...{ path: sidePath(side, sideFolder(side)), version: side.version, fix: howToInstallTool(name) },
  });
}

async function sideCheck(
  name: string,
  { path, version, fix }: { path: string; version: string; fix: string },
): Promise<DoctorCheck> {
  const said = existsSync(path) ? await versionOf(path) : undefined;
  if (said !== undefined) return ok(name, `${said} (${path})`);
  const detail = existsSync(path) ? `${path} does not start` : `${version} is not installed for bugsweep`;
  return { name, status: 'missing', required: true, detail, fix };
}

const ok = (name: string, detail: string, required = true): DoctorCheck => ({
  ...{ name, status: 'ok', required, detail, fix: null },
});

function nodeCheck(): DoctorCheck {
  // The start script has refused older ones.
  return ok('Node', `${process.versions.node} (${process.execPath})`);
}

async function programCheck(name: string, program: string, required: boolean): Promise<DoctorCheck> {
  const version = await versionOf(program);
  if (version !== undefined) return ok(name, version, required);
  const fix = required ? `install ${name}: ${typed(program)}` : null;
  return { name, status: 'missing', required, detail: required ? 'not found' : 'not found (optional)', fix };
}

async function chromiumCheck(): Promise<DoctorCheck> {
  const path = locateChromium();
  const required = true;
  if (path === undefined) {
    const fix = `type: bugsweep doctor --fix (or: ${typed('chromium')}; or set CHROMIUM_PATH)`;
    return { name: 'Chromium', status: 'missing', required, detail: 'not found', fix };
  }
  const version = await versionOf(path);
  if (version !== undefined) return ok('Chromium', `${version.trim()} (${path})`);
  const fix = 'install the libraries that it needs, or set CHROMIUM_PATH to another';
  return { name: 'Chromium', status: 'missing', required, detail: `${path} does not start`, fix };
}

async function sandboxCheck(): Promise<DoctorCheck> {
  const name = 'bubblewrap';
  const required = true;
  const path = locateBubblewrap();
  if (path === undefined) {
    const fix = `type: bugsweep doctor --fix (or: ${typed(name)}; or run unprotected with --unsafe-no-sandbox)`;
    return { name, status: 'missing', required, detail: 'not found', fix };
  }
  const trouble = await trySandbox();
  const version = (await versionOf(path)) ?? path;
  if (trouble === undefined) return ok(name, `${version}, the sandbox works`);
  const fix = 'allow user namespaces on this machine, or run as root, or run unprotected with --unsafe-no-sandbox';
  const detail = `${version}, but the sandbox does not work: ${tail(trouble, 3).replaceAll('\n', '; ')}`;
  return { name, status: 'missing', required, detail, fix };
}

async function trySandbox(): Promise<string | undefined> {
  try {
    const scratch = createScratch();
    try {
      return await probeSandbox(scratch);
    } finally {
      await scratch.dispose();
    }
  } catch (error) {
    return errorText(error);
  }
}

function userCheck(): DoctorCheck {
  const uid = process.geteuid?.() ?? -1;
  const name = userName() ?? 'a user without a name';
  return ok('user', uid === 0 ? `${name}; trials run under unprivileged users` : `${name} (uid ${uid})`);
}

/** Undefined for a user without an entry in the system's list, as containers are often started with. */
function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

function folderCheck(name: string, find: () => string, fix: string): DoctorCheck {
  try {
    const dir = find();
    const { bavail, bsize } = statfsSync(existing(dir));
    const freeBytes = bavail * bsize;
    const detail = `${dir}, ${(freeBytes / 1024 ** 3).toFixed(1)} GiB free`;
    return freeBytes >= MIN_FREE_BYTES ? ok(name, detail) : { name, status: 'warn', required: true, detail, fix };
  } catch (error) {
    return { name, status: 'missing', required: true, detail: errorText(error), fix };
  }
}

/** The folder, or the nearest above it that exists: scratch folders are made when they are needed. */
const existing = (dir: string): string => (existsSync(dir) ? dir : existing(dirname(dir)));

function typed(packageName: string): string {
  const manager = findPackageManager(pathWithTools());
  return manager === undefined ? `install ${packageName}` : typedFor(manager, packageName);
}
