import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { programHash } from './versions.ts';

it('all of the program that can decide a verdict is in its hash', () => {
  const root = mkdtempSync(join(tmpdir(), 'bugsweep-versions-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const parts = ['dist/cli.mjs', 'dist/judge.mjs', 'dist/lib-schema.mjs', 'runtime/vite-server.mjs'];
  for (const part of parts) write(part, 'before');
  const before = programHash(root);
  write('README.md', 'says nothing about verdicts');
  expect(programHash(root)).toBe(before);
  for (const part of parts) {
    write(part, 'after');
    expect(programHash(root), part).not.toBe(before);
    write(part, 'before');
  }
});
