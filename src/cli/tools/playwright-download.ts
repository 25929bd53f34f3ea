import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { cacheRoot, packageRoot, startProcess } from '../../host/index.ts';

/** Without a sign of progress for so long, the download is given up: there may be another way. */
const STALL_MS = 20_000;
const WHOLE_MS = 600_000;

export interface DownloadOptions {
  env: Readonly<Record<string, string>>;
  logPath: string;
  signal: AbortSignal | undefined;
}

/** Not below root's home, which is Playwright's own choice: the unprivileged users of pods could not read it there. */
const browsersDir = (): string => join(cacheRoot(), 'browsers');

/** Where a Chromium that bugsweep downloaded would be; undefined if Playwright has no build for this system. */
export function downloadedChromium(): string | undefined {
  try {
    const parts = chromium.executablePath().split('/');
    const start = parts.findIndex((part) => part.startsWith('chromium-'));
    return start === -1 ? undefined : join(browsersDir(), ...parts.slice(start));
  } catch {
    return undefined;
  }
}

/** Asks Playwright for its Chromium. False if it cannot be had that way; what was printed is in the log. */
export const downloadChromium = (options: DownloadOptions): Promise<boolean> =>
  playwright(['install', '--no-shell', 'chromium'], STALL_MS, options);

/** Installs the libraries that Playwright's Chromium needs, with the system's package manager. Needs root. */
export const installChromiumLibraries = (options: DownloadOptions): Promise<boolean> =>
  playwright(['install-deps', 'chromium'], WHOLE_MS, options);

async function playwright(args: readonly string[], stallMs: number, options: DownloadOptions): Promise<boolean> {
  const require = createRequire(join(packageRoot, 'package.json'));
  const cli = join(dirname(require.resolve('@playwright/test/package.json')), 'cli.js');
  const running = await startProcess([process.execPath, cli, ...args], {
    env: { ...options.env, PLAYWRIGHT_BROWSERS_PATH: browsersDir(), PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
    logPath: options.logPath,
    // Only the bar of a download that moves counts: failed attempts print a lot, too.
    onStdout: (chunk) => {
      if (chunk.includes('%')) stall.refresh();
    },
  });
  const kill = () => running.kill();
  const stall = setTimeout(kill, stallMs);
  const whole = setTimeout(kill, WHOLE_MS);
  options.signal?.addEventListener('abort', kill, { once: true });
  try {
    return (await running.exited).exitCode === 0;
  } finally {
    clearTimeout(stall);
    clearTimeout(whole);
    options.signal?.removeEventListener('abort', kill);
  }
}
