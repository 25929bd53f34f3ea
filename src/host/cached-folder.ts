import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '../errors.ts';

/**
 * The folder at `path`, filled by `build` unless it is there. It is built beside its place and renamed into it, so it
 * is whole or absent, also when two processes build it at once or one is killed.
 */
export async function cachedFolder(path: string, build: (dir: string) => Promise<void>): Promise<string> {
  if (existsSync(path)) return path;
  const temporary = makeTemporary(path);
  try {
    await build(temporary);
    putInPlace(temporary, path);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return path;
}

/** `cachedFolder` for what is built without waiting. */
export function cachedFolderSync(path: string, build: (dir: string) => void): string {
  if (existsSync(path)) return path;
  const temporary = makeTemporary(path);
  try {
    build(temporary);
    putInPlace(temporary, path);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return path;
}

function makeTemporary(path: string): string {
  const temporary = `${path}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  mkdirSync(dirname(path), { recursive: true });
  mkdirSync(temporary);
  return temporary;
}

function putInPlace(temporary: string, path: string): void {
  try {
    renameSync(temporary, path);
  } catch (error) {
    // Somebody else was first: theirs is as good.
    if (!['ENOTEMPTY', 'EEXIST'].includes(systemCode(error) ?? '') || !existsSync(path)) throw error;
  }
}
