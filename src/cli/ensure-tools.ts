import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { FOUND_CHROMIUM } from '../browser/index.ts';
import { InfraError, UserError } from '../errors.ts';
import { cacheRoot, pathWithTools } from '../host/index.ts';
import { type CliContext, inCi } from './context.ts';
import { locateBubblewrap, locateChromium, versionOf } from './tools/locate-tools.ts';
import { downloadChromium, downloadedChromium, installChromiumLibraries } from './tools/playwright-download.ts';
import {
  findPackageManager,
  type InstallOptions,
  installPackage,
  type PackageManager,
  typedFor,
} from './tools/system-package.ts';

export interface NeededTools {
  chromium: boolean;
  /** False for `--unsafe-no-sandbox`. */
  bubblewrap: boolean;
  /** Ask on a terminal before anything is installed. Default true. */
  ask?: boolean;
  signal?: AbortSignal;
}

/**
 * Makes sure that the tools of a run are there: found where they are, else installed by the system's ordinary means,
 * announced on standard error. Afterwards `findChromium` finds the browser.
 * @throws UserError `no-chromium`, `no-bubblewrap` with what to type; InfraError `install-failed`
 */
export async function ensureTools(context: CliContext, needed: NeededTools): Promise<void> {
  if (needed.bubblewrap && !isRoot() && locateBubblewrap() === undefined) {
    // Nobody else can install it: one command for all that is missing, before anything is downloaded.
    throw noBubblewrap(needed.chromium && locateChromium() === undefined ? ['chromium', 'bubblewrap'] : ['bubblewrap']);
  }
  if (needed.chromium) useChromium(locateChromium() ?? (await installChromium(context, needed)));
  if (needed.bubblewrap && locateBubblewrap() === undefined) await installBubblewrap(context, needed);
}

/** Later look-ups in this process find the same browser, wherever it lies. */
function useChromium(path: string): void {
  process.env[FOUND_CHROMIUM] = path;
}

const isRoot = (): boolean => process.getuid?.() === 0;

async function installChromium(context: CliContext, needed: NeededTools): Promise<string> {
  const manager = findPackageManager(pathWithTools());
  const byHand = manager === undefined ? 'install Chromium' : `type: ${typedFor(manager, 'chromium')}`;
  const hint = `${byHand}; or set CHROMIUM_PATH to a Chromium that you have`;
  await agree(context, needed, 'Chromium', new UserError('no-chromium', 'Chromium is not installed', hint));

  const options = { env: installEnv(context), logPath: logFor('chromium'), signal: needed.signal };
  announce(context, "downloading Playwright's Chromium …");
  const downloaded = (await downloadChromium(options)) ? downloadedChromium() : undefined;
  if (downloaded !== undefined) {
    if ((await versionOf(downloaded)) !== undefined) return downloaded;
    announce(context, 'it does not start: libraries of the system are missing');
    if (isRoot() && (await installChromiumLibraries(options)) && (await versionOf(downloaded)) !== undefined) {
      return downloaded;
    }
  }
  needed.signal?.throwIfAborted();
  if (!isRoot() || manager === undefined) {
    throw new UserError('no-chromium', `Chromium could not be downloaded; full log: ${options.logPath}`, hint);
  }
  announce(context, `installing the package chromium with ${manager.name} …`);
  await installPackage('chromium', manager, options);
  await installHeadlessShell(context, manager, options);
  const found = locateChromium();
  if (found !== undefined && (await versionOf(found)) !== undefined) return found;
  throw new UserError(
    'no-chromium',
    `the package chromium of this system brings no browser that starts; full log: ${options.logPath}`,
    'set CHROMIUM_PATH to a Chromium that you have',
  );
}

/** Makes judging cheaper where the system has it; nothing depends on it. */
async function installHeadlessShell(
  context: CliContext,
  manager: PackageManager,
  options: InstallOptions,
): Promise<void> {
  try {
    await installPackage('chromium-headless-shell', manager, options);
  } catch (error) {
    if (!(error instanceof InfraError)) throw error;
    announce(context, 'this system has no chromium-headless-shell; judging works without it, only slower');
  }
}

function noBubblewrap(missing: string[]): UserError {
  const manager = findPackageManager(pathWithTools());
  const byHand =
    manager === undefined ? `install ${missing.join(' and ')} (Linux only)` : `type: ${typedFor(manager, ...missing)}`;
  return new UserError(
    'no-bubblewrap',
    `bubblewrap, which shuts agents in, is not installed${missing.length > 1 ? '; neither is Chromium' : ''}`,
    `${byHand}; or, if you trust the agent with your machine, run with --unsafe-no-sandbox`,
  );
}

async function installBubblewrap(context: CliContext, needed: NeededTools): Promise<void> {
  const manager = findPackageManager(pathWithTools());
  const missing = noBubblewrap(['bubblewrap']);
  if (manager === undefined) throw missing;
  await agree(context, needed, 'bubblewrap', missing);
  announce(context, `installing the package bubblewrap with ${manager.name} …`);
  const logPath = logFor('bubblewrap');
  await installPackage('bubblewrap', manager, { env: installEnv(context), logPath, signal: needed.signal });
  if (locateBubblewrap() === undefined) throw missing;
}

function announce({ stderr }: CliContext, text: string): void {
  stderr.write(`bugsweep: ${text}\n`);
}

/** Asks where somebody is there to answer; elsewhere the announcement must do. @throws `refused` for a no */
async function agree(context: CliContext, needed: NeededTools, what: string, refused: UserError): Promise<void> {
  announce(context, `${what} is not installed here`);
  const { stdin, stderr } = context;
  if (needed.ask === false || inCi(context) || !stdin.isTTY || !stderr.isTTY) return;
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    const question = lines.question(
      'install it now? [Y/n] ',
      needed.signal === undefined ? {} : { signal: needed.signal },
    );
    if (!/^(y|yes|)$/i.test((await question).trim())) throw refused;
  } finally {
    lines.close();
  }
}

/** Installers may need the proxy and the locale, and nothing else of the caller's environment. */
function installEnv({ env }: CliContext): Record<string, string> {
  const passed = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      /^(HOME|LANG|TMPDIR|(https?|no|all)_proxy|PLAYWRIGHT_DOWNLOAD_HOST|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i.test(
        entry[0],
      ),
  );
  return { ...Object.fromEntries(passed), PATH: pathWithTools() };
}

function logFor(what: string): string {
  const dir = join(cacheRoot(), 'logs');
  mkdirSync(dir, { recursive: true });
  return join(dir, `install-${what}.log`);
}
