import { spawn } from 'node:child_process';
import { middleCut } from './cut-middle.ts';

export interface ShellResult {
  /** Both streams as they came, with the middle left out if there was too much. */
  output: string;
  /** Null if a signal ended it. */
  exitCode: number | null;
  timedOut: boolean;
}

/** Output that is kept of one command. */
const MAX_OUTPUT_BYTES = 30_000;
/** For what was printed just before the end. */
const DRAIN_MS = 300;

/**
 * Runs a command line in a shell of its own. At its time limit the shell and all that it started is killed. What it
 * left in the background goes on and is not waited for; what that prints later is read away and lost.
 * Rejects if the shell cannot be started, for example for a command line that is too long.
 */
export function runShell(command: string, options: { cwd: string; timeoutMs: number }): Promise<ShellResult> {
  const { cwd, timeoutMs } = options;
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/bash', ['-c', command], { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const cut = middleCut(MAX_OUTPUT_BYTES);
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      if (child.pid !== undefined) killGroup(child.pid);
    }, timeoutMs);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', cut.take);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('exit', (exitCode) => {
      clearTimeout(timer);
      const end = () => {
        clearTimeout(drained);
        resolve({ output: cut.text(), exitCode, timedOut });
      };
      // Whoever is left in the background may hold the streams open for ever.
      const drained = setTimeout(end, DRAIN_MS);
      child.once('close', end);
    });
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}
