import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';

const program = join(dirname(fileURLToPath(import.meta.url)), '../../bin/bugsweep.mjs');

export interface Ended {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the built command line as a user would, without a terminal. */
export function bugsweep(
  words: readonly string[],
  options: { cwd: string; env?: Record<string, string> },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NO_COLOR: '1', ...options.env };
    const child = spawn(process.execPath, [program, ...words], { cwd: options.cwd, env });
    const printed = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        printed[stream] += text;
      });
    }
    child.stdin.end();
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, ...printed }));
  });
}

/** As `expect`; one that fails says also why each trial came out as it did, which a diff leaves out. */
export const expectTrials = <T>(trials: T, said = '') => expect(trials, `${said}\n${JSON.stringify(trials)}`);

/** A folder that goes when the test ends. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'bugsweep-e2e-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Writes files by their path below `dir`. */
export function writeFiles(dir: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

/** Running processes whose command line contains `mark`. */
export function processesWith(mark: string): string[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const state = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.[0];
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return line.includes(mark) && state !== 'Z' ? [`${name} ${line.slice(0, 200)}`] : [];
    } catch {
      return [];
    }
  });
}
