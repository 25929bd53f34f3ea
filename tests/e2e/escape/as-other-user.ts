import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { packageRoot } from '../../../src/host/index.ts';

const UID = 60_599;
const here = dirname(fileURLToPath(import.meta.url));

/** Words before a command that let it see the checkout below `root`, in a mount namespace of its own. */
function openCheckout(root: string): string[] {
  mkdirSync(root);
  const mounts = PARTS.map((part) => {
    const [from, to] = [join(packageRoot, part), join(root, part)];
    if (statSync(from).isDirectory()) mkdirSync(to, { recursive: true });
    else writeFileSync(to, '');
    return `mount --bind '${from}' '${to}'`;
  });
  return ['unshare', '--mount', 'sh', '-c', `${mounts.join(' && ')} && exec "$@"`, 'sh'];
}

/** What of the checkout the programs need. */
const PARTS = ['node_modules', 'package.json', 'runtime', 'src', 'tests', 'tsconfig.json'];

/**
 * Runs a program of this folder as an ordinary user, whoever runs the tests, and reads the JSON that it prints. Root's
 * checkout may lie in a folder that is closed to others: the user sees its parts in a place of their own.
 */
export async function asOtherUser(program: string, words: readonly string[]): Promise<unknown> {
  const dir = mkdtempSync(join(tmpdir(), 'bugsweep-user-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const asRoot = process.getuid?.() === 0;
  chmodSync(dir, 0o711);
  if (asRoot) chownSync(dir, UID, UID);
  const root = asRoot ? join(dir, 'checkout') : packageRoot;
  const drop = asRoot ? [...openCheckout(root), 'setpriv', `--reuid=${UID}`, `--regid=${UID}`, '--clear-groups'] : [];
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  const [file = '', ...rest] = [
    ...drop,
    process.execPath,
    tsx,
    join(root, relative(packageRoot, here), program),
    ...words,
  ];
  const env = { PATH: process.env.PATH, HOME: dir, TMPDIR: dir, BUGSWEEP_TMP: dir, BUGSWEEP_CACHE: join(dir, 'cache') };
  const { stdout } = await promisify(execFile)(file, rest, { cwd: dir, env });
  return JSON.parse(stdout);
}
