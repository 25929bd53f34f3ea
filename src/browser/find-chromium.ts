import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installedPackage, pathWithTools } from '../host/index.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Path of a Chromium: `CHROMIUM_PATH`, then Playwright's own, then the system's. Undefined if there is none. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && isExecutable(named)) return named;
  const system = pathWithTools()
    .split(':')
    .filter((dir) => dir !== '')
    .flatMap((dir) => NAMES.map((name) => `${dir}/${name}`));
  return [playwrightChromium(), ...system, ...MAC].find((path) => path !== undefined && isExecutable(path));
}

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
