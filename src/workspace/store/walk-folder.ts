import { closeSync, constants, fstatSync, lstatSync, opendirSync, openSync, readlinkSync, type Stats } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { InfraError, systemCode } from '../../errors.ts';
import type { SkippedPath } from '../../schema/index.ts';
import { ClosedFolders } from './closed-folders.ts';
import { isReservedLink, isReservedName, pathKey, showPath } from './path-bytes.ts';

export interface WalkLimits {
  maxFileBytes: number;
  maxEntries: number;
  maxTotalBytes: number;
}

export interface WalkOptions {
  isDeclared: (path: Buffer) => boolean;
  /** Keys of paths (files and folders) to visit before all others, so that no heap of junk can crowd them out. */
  first?: ReadonlySet<string>;
  limits: WalkLimits;
}

export interface Visitor {
  /** `fd` is open for reading and closed afterwards. */
  file(path: Buffer, executable: boolean, fd: number, size: number): void;
  link(path: Buffer, target: Buffer): void;
}

const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const ENTRIES_PER_TURN = 256;

/** What a workspace can do to its reader; any other failure is the machine's. */
const UNREADABLE = new Set(['EACCES', 'EPERM', 'ENAMETOOLONG', 'ELOOP', 'EIO', 'ENXIO', 'ESTALE']);

/**
 * Visits every file and link below `dir` by lstat on byte paths; no link is followed. Returns what a patch cannot
 * carry. Written for a folder that a hostile process filled and that nobody changes any more.
 * @throws InfraError `no-workspace` if `dir` is not a real folder.
 */
export async function walkFolder(dir: string, options: WalkOptions, visitor: Visitor): Promise<SkippedPath[]> {
  const stats = lstatSync(dir, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) throw new InfraError('no-workspace', `the workspace ${dir} is not a folder`);
  const walk = new Walk(Buffer.from(`${dir}/`), options, visitor);
  try {
    walk.openFolder(Buffer.alloc(0), stats);
    for (let count = 1; walk.step(); count += 1) {
      if (count % ENTRIES_PER_TURN === 0) await nextTurn();
    }
  } finally {
    walk.closed.restore();
  }
  return walk.skipped.sort((a, b) => (a.path < b.path ? -1 : 1));
}

class Walk {
  readonly skipped: SkippedPath[] = [];
  readonly closed = new ClosedFolders();
  private readonly known: Buffer[] = [];
  private readonly unknown: Buffer[] = [];
  private entries = 0;
  private totalBytes = 0;

  constructor(
    private readonly root: Buffer,
    private readonly options: WalkOptions,
    private readonly visitor: Visitor,
  ) {}

  /** Handles one entry; false when there is none left. */
  step(): boolean {
    const path = this.known.pop() ?? this.unknown.pop();
    if (path === undefined) return false;
    const { maxEntries } = this.options.limits;
    this.entries += 1;
    if (this.entries > maxEntries) {
      this.skip(path, 'limit', `more than ${maxEntries} entries: this one and all after it are left out`);
      return false;
    }
    try {
      this.visit(path);
    } catch (error) {
      const code = systemCode(error);
      if (code === undefined || !UNREADABLE.has(code)) throw error;
      this.skip(path, 'unreadable', code);
    }
    return true;
  }

  openFolder(path: Buffer, stats: Stats): void {
    this.closed.openFolder(this.absolute(path), stats);
    const known: Buffer[] = [];
    const unknown: Buffer[] = [];
    // Node names the entries as buffers for this encoding; its types do not know.
    const folder = opendirSync(this.absolute(path), { encoding: 'buffer' as BufferEncoding, bufferSize: 512 });
    try {
      for (let each = folder.readSync(); each !== null; each = folder.readSync()) {
        const name = each.name as unknown as Buffer;
        const child = path.length === 0 ? name : Buffer.concat([path, Buffer.from('/'), name]);
        if (this.options.first?.has(pathKey(child))) known.push(child);
        // Beyond the limit on entries names are useless: a folder of millions must not fill the memory.
        else if (unknown.length <= this.options.limits.maxEntries) unknown.push(child);
      }
    } finally {
      folder.closeSync();
    }
    for (const child of known.sort(Buffer.compare).reverse()) this.known.push(child);
    for (const child of unknown.sort(Buffer.compare).reverse()) this.unknown.push(child);
  }

  private visit(path: Buffer): void {
    const name = path.subarray(path.lastIndexOf(0x2f) + 1);
    if (isReservedName(name)) this.skip(path, 'git-directory');
    else if (this.options.isDeclared(path)) this.skip(path, 'declared');
    else this.visitKind(path, name, lstatSync(this.absolute(path)));
  }

  private visitKind(path: Buffer, name: Buffer, stats: Stats): void {
    if (stats.isDirectory()) this.openFolder(path, stats);
    else if (stats.isFile()) this.visitFile(path, stats);
    else if (stats.isFIFO()) this.skip(path, 'fifo');
    else if (stats.isSocket()) this.skip(path, 'socket');
    else if (!stats.isSymbolicLink()) this.skip(path, 'device');
    else if (isReservedLink(name)) this.skip(path, 'git-directory', 'git refuses a link of this name');
    else this.visitor.link(path, readlinkSync(this.absolute(path), { encoding: 'buffer' }));
  }

  private visitFile(path: Buffer, stats: Stats): void {
    const { size } = stats;
    const { maxFileBytes, maxTotalBytes } = this.options.limits;
    if (size > maxFileBytes) this.skip(path, 'too-large', `${size} bytes, at most ${maxFileBytes}`);
    else if (this.totalBytes + size > maxTotalBytes)
      this.skip(path, 'limit', `more than ${maxTotalBytes} bytes in all`);
    else this.readFile(path, stats);
  }

  private readFile(path: Buffer, stats: Stats): void {
    const { size, mode } = stats;
    const absolute = this.absolute(path);
    const fd = this.closed.openFile(absolute, stats, () => openSync(absolute, READ_FLAGS));
    try {
      const now = fstatSync(fd);
      if (!now.isFile() || now.size !== size) {
        throw new InfraError('workspace-changed', `${showPath(path)} changed while the workspace was read`);
      }
      this.totalBytes += size;
      this.visitor.file(path, (mode & 0o100) !== 0, fd, size);
    } finally {
      closeSync(fd);
    }
  }

  private skip(path: Buffer, reason: SkippedPath['reason'], detail?: string): void {
    this.skipped.push({ path: showPath(path), reason, ...(detail === undefined ? {} : { detail }) });
  }

  private absolute(path: Buffer): Buffer {
    return Buffer.concat([this.root, path]);
  }
}
