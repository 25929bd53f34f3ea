import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findJudgeBrowser } from '../browser/index.ts';
import { installedPackage, packageRoot, runProcess } from '../host/index.ts';
import { hashPaths } from '../suite/index.ts';

export interface Versions {
  bugsweep: string;
  versions: Record<string, string>;
}

/** What a run's record says of the programs that made it. */
export async function currentVersions(): Promise<Versions> {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  return {
    bugsweep: version,
    versions: {
      node: process.version,
      git: await firstLine(['git', '--version']),
      bwrap: await firstLine(['bwrap', '--version']),
      ...(await judgeParts()),
    },
  };
}

/** Identifies the part of bugsweep that makes verdicts: a change of it judges anew on resume. */
export async function judgeVersion(): Promise<string> {
  const { chromium, playwright } = await judgeParts();
  return createHash('sha256').update(chromium).update(playwright).update(programHash(packageRoot)).digest('hex');
}

/** Hash of the built program below `root`, and of what it runs inside pods: fixtures, reading of results, decision. */
export const programHash = (root: string): string => hashPaths(root, ['dist', 'runtime']);

async function judgeParts(): Promise<{ chromium: string; playwright: string }> {
  const browser = findJudgeBrowser();
  const manifest = readFileSync(join(installedPackage(['@playwright/test']), 'package.json'), 'utf8');
  return {
    chromium: browser === undefined ? '' : await firstLine([browser, '--version']),
    playwright: JSON.parse(manifest).version,
  };
}

async function firstLine(argv: string[]): Promise<string> {
  try {
    const { stdout } = await runProcess(argv, { timeoutMs: 20_000 });
    return stdout.toString().split('\n')[0]?.trim() ?? '';
  } catch {
    // Absent where there is no sandbox; doctor says so.
    return '';
  }
}
