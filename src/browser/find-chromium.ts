import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installedPackage, pathWithTools } from '../host/index.ts';

export const browserNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Variable for the Chromium that this process has found or installed; `CHROMIUM_PATH` is the user's word alone. */
export const FOUND_CHROMIUM = 'BUGSWEEP_FOUND_CHROMIUM';

/** Path of a Chromium: `CHROMIUM_PATH`, then Playwright's own, then the system's. Undefined if there is none. */
export function findChromium(): string | undefined {
  for (const named of [process.env.CHROMIUM_PATH, process.env[FOUND_CHROMIUM]]) {
    if (named !== undefined && isExecutable(named)) return named;
  }
  const system = onPath(browserNames);
  return [playwrightChromium(), ...system, ...MAC].find((path) => path !== undefined && isExecutable(path));
}

/**
 * The browser of the judges: the user's word, else the headless shell (what Playwright itself takes for headless work:
 * a page costs a quarter of the time), else any Chromium.
 */
export function findJudgeBrowser(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && isExecutable(named)) return named;
  return onPath(['chromium-headless-shell']).find(isExecutable) ?? findChromium();
}

const onPath = (names: readonly string[]): string[] =>
  pathWithTools()
    .split(':')
    .filter((dir) => dir !== '')
    .flatMap((dir) => names.map((name) => `${dir}/${name}`));

function playwrightChromium(): string | undefined {
  try {
    // Loaded when it is asked for: it takes half a second that most commands need not wait for.
    const dir = installedPackage(['@playwright/test', 'playwright', 'playwright-core']);
    return createRequire(join(dir, 'package.json'))('playwright-core').chromium.executablePath();
  } catch {
    // Playwright has no build for this system.
    return undefined;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Keeps Chromium from looking for the network, so that every refused connection is the page's own. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
