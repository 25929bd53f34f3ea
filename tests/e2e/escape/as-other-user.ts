import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { packageRoot } from '../../../src/host/index.ts';

const UID = 60_599;
const here = dirname(fileURLToPath(import.meta.url));

/**
 * Runs a program of this folder as an ordinary user, whoever runs the tests, and reads the JSON that it prints. As
 * root the checkout must be readable by others.
 */
export async function asOtherUser(program: string, words: readonly string[]): Promise<unknown> {
  const dir = mkdtempSync(join(tmpdir(), 'bugsweep-user-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const asRoot = process.getuid?.() === 0;
  chmodSync(dir, 0o711);
  if (asRoot) chownSync(dir, UID, UID);
  const drop = asRoot ? ['setpriv', `--reuid=${UID}`, `--regid=${UID}`, '--clear-groups', '--'] : [];
  const tsx = join(packageRoot, 'node_modules/tsx/dist/cli.mjs');
  const [file = '', ...rest] = [...drop, process.execPath, tsx, join(here, program), ...words];
  const env = { PATH: process.env.PATH, HOME: dir, TMPDIR: dir, BUGSWEEP_TMP: dir, BUGSWEEP_CACHE: join(dir, 'cache') };
  const { stdout } = await promisify(execFile)(file, rest, { cwd: dir, env });
  return JSON.parse(stdout);
}
