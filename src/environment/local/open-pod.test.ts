import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createScratch } from '../../host/index.ts';
import { defaultLimits, type Mount } from '../environment.ts';
import { createOpenPod } from './open-pod.ts';

function field() {
  const scratch = createScratch();
  onTestFinished(() => scratch.dispose());
  const dir = scratch.newDir('machine');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  const open = async (mounts: Mount[]) => {
    const spec = { label: 'open', mounts, limits: defaultLimits };
    const pod = await createOpenPod(spec, scratch.newDir('open'), scratch.note);
    onTestFinished(() => pod.kill());
    return pod;
  };
  return { dir, write, open };
}

test('packages lie inside a writable workspace, also after the app was started anew', async () => {
  const { dir, write, open } = field();
  write('packages/lib/index.js', 'module.exports = 7;');
  write('work/app.cjs', "process.stdout.write(String(require('lib')));");
  mkdirSync(join(dir, 'work/node_modules'));
  const mounts: Mount[] = [
    { at: '/workspace', kind: 'write', from: join(dir, 'work') },
    { at: '/workspace/node_modules', kind: 'read', from: join(dir, 'packages') },
    { at: '/workspace/node_modules/.cache', kind: 'empty' },
  ];
  for (const round of [1, 2]) {
    const pod = await open(mounts);
    const { stdout, stderr } = await pod.run(['node', pod.path('/workspace/app.cjs')], { timeoutMs: 20_000 });
    expect(`${stdout}${stderr}`, `start ${round}`).toBe('7');
    writeFileSync(join(pod.path('/workspace/node_modules/.cache'), 'made'), '');
  }
  expect(readdirSync(join(dir, 'packages')), 'the shared packages are as they were').toEqual(['lib']);
});

test('a workspace takes the place of one package of a host, and what is shared stays as it was', async () => {
  const { dir, write, open } = field();
  write('host/start.cjs', "process.stdout.write(require('outer'));");
  mkdirSync(join(dir, 'host/node_modules'));
  write('packages/outer/index.js', "module.exports = require('@a/inner');");
  write('packages/@a/inner/index.js', "module.exports = 'published';");
  write('work/index.js', "module.exports = 'patched';");
  const pod = await open([
    { at: '/host', kind: 'read', from: join(dir, 'host') },
    { at: '/host/node_modules', kind: 'read', from: join(dir, 'packages') },
    { at: '/workspace', kind: 'read', from: join(dir, 'work') },
    { at: '/host/node_modules/@a/inner', kind: 'read', from: join(dir, 'work') },
  ]);
  const { stdout, stderr } = await pod.run(['node', 'start.cjs'], { cwd: '/host', timeoutMs: 20_000 });
  expect(`${stdout}${stderr}`).toBe('patched');
  expect(readFileSync(join(dir, 'packages/@a/inner/index.js'), 'utf8')).toContain('published');
  expect(readdirSync(join(dir, 'host/node_modules'))).toEqual([]);
});

test('a folder with files of its own is never replaced by a link', async () => {
  const { dir, write, open } = field();
  write('packages/lib/index.js', '');
  write('work/node_modules/mine.txt', 'mine');
  await expect(
    open([
      { at: '/workspace', kind: 'write', from: join(dir, 'work') },
      { at: '/workspace/node_modules', kind: 'read', from: join(dir, 'packages') },
    ]),
  ).rejects.toThrow(/not empty/);
  expect(existsSync(join(dir, 'work/node_modules/mine.txt'))).toBe(true);
  expect(() => readlinkSync(join(dir, 'work/node_modules'))).toThrow();
});
