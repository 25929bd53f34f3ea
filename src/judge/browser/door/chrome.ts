import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../../../browser/index.ts';
import type { AppAccess } from '../protocol.ts';
import { CannotJudge } from './check-log.ts';

let open: { key: string; browser: Browser } | undefined;

/** The browser for an app: kept between checks of one app, since only its contexts hold state. */
export async function browserFor(access: AppAccess): Promise<Browser> {
  const key = JSON.stringify([access.url, access.browserPrefix]);
  if (open?.key === key && open.browser.isConnected()) return open.browser;
  await closeBrowser();
  try {
    const browser = await chromium.launch({
      executablePath: access.browserPrefix.length === 0 ? access.chromium : launcher(access),
      args: [...CHROMIUM_FLAGS],
      timeout: 60_000,
    });
    open = { key, browser };
    return browser;
  } catch (error) {
    throw new CannotJudge('browser', `the judge's browser did not start: ${String(error).slice(0, 2000)}`);
  }
}

export async function closeBrowser(): Promise<void> {
  const closing = open;
  open = undefined;
  await closing?.browser.close();
}

/** Playwright starts one file, so the prefix becomes a script. */
function launcher(access: AppAccess): string {
  const path = join(access.evidenceDir, `chromium-${process.pid}.sh`);
  const words = [...access.browserPrefix, access.chromium].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  writeFileSync(path, `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}
