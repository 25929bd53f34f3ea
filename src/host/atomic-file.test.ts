import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { InfraError } from '../errors.ts';
import { appendLine, readJsonFile, replaceFile, writeFileAtomic, writeJsonAtomic } from './atomic-file.ts';
import { temporaryFolder } from './temporary-folder.fixture.ts';

test('writes text and bytes whole, makes folders, replaces, and leaves nothing beside', () => {
  const dir = temporaryFolder();
  const path = join(dir, 'a/b/file');
  writeFileAtomic(path, 'old');
  const bytes = new Uint8Array(300_000).fill(255);
  writeFileAtomic(path, bytes);
  expect(readFileSync(path).equals(bytes)).toBe(true);
  expect(readdirSync(join(dir, 'a/b'))).toEqual(['file']);
});

test('a failed write leaves the old content and no temporary file', () => {
  const dir = temporaryFolder();
  writeFileSync(join(dir, 'file'), 'in the way');
  expect(() => writeFileAtomic(join(dir, 'file/x'), 'new')).toThrow(InfraError);
  expect(() => writeFileAtomic(dir, 'new')).toThrow(expect.objectContaining({ code: 'write-failed' }));
  expect(readdirSync(dir)).toEqual(['file']);
});

test('JSON goes out and comes back; a missing file is undefined, a broken one an error', async () => {
  const dir = temporaryFolder();
  writeJsonAtomic(join(dir, 'x.json'), { a: [1] });
  expect(readFileSync(join(dir, 'x.json'), 'utf8')).toBe('{\n  "a": [\n    1\n  ]\n}\n');
  expect(await readJsonFile(join(dir, 'x.json'))).toEqual({ a: [1] });
  expect(await readJsonFile(join(dir, 'no.json'))).toBeUndefined();
  expect(await readJsonFile(join(dir, 'x.json/y'))).toBeUndefined();
  writeFileSync(join(dir, 'x.json'), '{"a": [1');
  await expect(readJsonFile(join(dir, 'x.json'))).rejects.toMatchObject({ code: 'unreadable' });
});

test('appended lines do not mix', async () => {
  const path = join(temporaryFolder(), 'logs/events.jsonl');
  const lines = Array.from({ length: 50 }, (_, n) => `${n}:${'x'.repeat(1000)}`);
  await Promise.all(lines.map((line) => appendLine(path, line)));
  expect(readFileSync(path, 'utf8').trimEnd().split('\n').sort()).toEqual([...lines].sort());
});

test('a file takes the place of a link or folder, and nothing is written through', () => {
  const dir = temporaryFolder();
  const victim = join(dir, 'victim');
  writeFileSync(victim, 'untouched');
  symlinkSync(victim, join(dir, 'file'));
  replaceFile(join(dir, 'file'), 'new');
  expect([readFileSync(join(dir, 'file'), 'utf8'), readFileSync(victim, 'utf8')]).toEqual(['new', 'untouched']);
  expect(lstatSync(join(dir, 'file')).mode & 0o7777).toBe(0o644);
  mkdirSync(join(dir, 'folder/deep'), { recursive: true });
  replaceFile(join(dir, 'folder'), 'new');
  expect(readFileSync(join(dir, 'folder'), 'utf8')).toBe('new');
  expect(() => replaceFile(join(dir, 'nowhere/file'), '')).toThrow(expect.objectContaining({ code: 'write-failed' }));
});
