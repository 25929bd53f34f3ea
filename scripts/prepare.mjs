// `npm install` in a checkout builds the program; without the development dependencies there is nothing to build with.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tsdown = join(root, 'node_modules/tsdown/package.json');
if (existsSync(tsdown)) {
  const { status } = spawnSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  console.error('bugsweep: not built, since the development dependencies are not installed');
}
