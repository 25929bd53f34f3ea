import { chmodSync, type Stats } from 'node:fs';
import { systemCode } from '../../errors.ts';

/** Bits of a folder that its reader needs: listing, and reaching what is in it. */
const FOLDER_BITS = 0o500;
const FILE_BITS = 0o400;

/**
 * What an ordinary user may not read though it is its own, since the agent (the same user then) has taken the bits
 * away. They are given for the time of reading, so that the outcome is the one that root gets.
 * Only for folders that nobody changes meanwhile: a name must not become a link between two looks.
 */
export class ClosedFolders {
  private readonly opened: { path: Buffer; mode: number }[] = [];

  /** `stats` are those of `lstat`. The folder stays open until `restore`: what lies in it is read later. */
  openFolder(path: Buffer, stats: Stats): void {
    if (!isClosed(stats, FOLDER_BITS) || !changeMode(path, stats.mode | FOLDER_BITS)) return;
    this.opened.push({ path, mode: stats.mode });
  }

  /** Opens a file by `open`, whose descriptor stays readable when the mode is as before. */
  openFile(path: Buffer, stats: Stats, open: () => number): number {
    if (!isClosed(stats, FILE_BITS) || !changeMode(path, stats.mode | FILE_BITS)) return open();
    try {
      return open();
    } finally {
      changeMode(path, stats.mode);
    }
  }

  /** Closes the folders again, inner ones first. */
  restore(): void {
    for (const { path, mode } of this.opened.reverse()) changeMode(path, mode);
    this.opened.length = 0;
  }
}

function isClosed({ uid, mode }: Stats, bits: number): boolean {
  const own = process.geteuid?.();
  return own !== undefined && own !== 0 && own === uid && (mode & bits) !== bits;
}

function changeMode(path: Buffer, mode: number): boolean {
  try {
    chmodSync(path, mode & 0o7777);
    return true;
  } catch (error) {
    // It stays closed, and reading it says so.
    if (systemCode(error) === undefined) throw error;
    return false;
  }
}
