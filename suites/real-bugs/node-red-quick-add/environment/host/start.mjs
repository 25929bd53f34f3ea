import { copyFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = import.meta.dirname;
const userDir = join(tmpdir(), 'flow-editor');
mkdirSync(userDir, { recursive: true });
copyFileSync(join(here, 'flows.json'), join(userDir, 'flows.json'));

process.argv.push('--userDir', userDir, '--settings', join(here, 'settings.cjs'));
await import('node-red/red.js');
