import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorText, InfraError, machineTrouble, systemCode } from '../errors.ts';

/**
 * Writes a file so that a reader, or a crash at any moment, sees the old content or the new one, never a part.
 * @throws InfraError `disk-full` or `write-failed`; the temporary file is removed.
 */
export function writeFileAtomic(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(temporary, 'wx', 0o644);
    try {
      writeAll(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (cause) {
    removeQuietly(temporary);
    throw writeFailure(path, cause);
  }
}

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Puts a new file (mode 644, whatever the umask) where anything may lie by now: that goes, and a link is not written
 * through. For a folder that others may have filled, but that nobody changes meanwhile.
 * @throws InfraError as `writeFileAtomic`
 */
export function replaceFile(path: string, content: string | Uint8Array, owner?: { uid: number; gid: number }): void {
  try {
    rmSync(path, { recursive: true, force: true });
    const file = openSync(path, NEW_FILE, 0o600);
    try {
      writeAll(file, content);
      if (owner !== undefined) fchownSync(file, owner.uid, owner.gid);
      fchmodSync(file, 0o644);
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw writeFailure(path, cause);
  }
}

function writeAll(file: number, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let offset = 0; offset < bytes.length; ) offset += writeSync(file, bytes, offset);
}

/** `writeFileAtomic` of a value as indented JSON with a final newline. */
export function writeJsonAtomic(path: string, value: unknown): void {
  writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Appends one line; a line is shorter than a page, so concurrent appenders do not mix. */
export async function appendLine(path: string, line: string): Promise<void> {
  try {
    mkdirSync(dirname(path), { recursive: true });
    await appendFile(path, `${line}\n`);
  } catch (cause) {
    throw writeFailure(path, cause);
  }
}

/** Parsed JSON of a file, or undefined if the file does not exist. @throws InfraError `unreadable` for anything else. */
export async function readJsonFile(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT' || systemCode(cause) === 'ENOTDIR') return undefined;
    throw new InfraError('unreadable', `cannot read ${path}`, { cause });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InfraError('unreadable', `${path} is not JSON`, { cause });
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Its folder is no folder, or gone: the failure that led here says more.
  }
}

function writeFailure(path: string, cause: unknown): InfraError {
  const trouble = machineTrouble(cause);
  return trouble ?? new InfraError('write-failed', `cannot write ${path}: ${errorText(cause)}`, { cause });
}
