import { existsSync } from 'node:fs';
import { findChromium } from '../../browser/index.ts';
import { InfraError } from '../../errors.ts';
import { pathWithTools, runProcess } from '../../host/index.ts';
import { downloadedChromium } from './playwright-download.ts';
import { findProgram } from './system-package.ts';

const VERSION_TIMEOUT_MS = 30_000;

/** Path of the Chromium that a run would use, the one that bugsweep has downloaded included. */
export function locateChromium(): string | undefined {
  const downloaded = downloadedChromium();
  return findChromium() ?? (downloaded !== undefined && existsSync(downloaded) ? downloaded : undefined);
}

export const locateBubblewrap = (): string | undefined => findProgram('bwrap', pathWithTools());

/** First line that `<program> <flag>` prints, or undefined if it cannot be run. */
export async function versionOf(program: string, flag = '--version'): Promise<string | undefined> {
  try {
    const { exitCode, stdout } = await runProcess([program, flag], { timeoutMs: VERSION_TIMEOUT_MS });
    return exitCode === 0 ? (stdout.toString().trim().split('\n')[0] ?? '') : undefined;
  } catch (error) {
    if (error instanceof InfraError) return undefined;
    throw error;
  }
}
