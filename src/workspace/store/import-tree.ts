import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { InfraError, isDiskFull } from '../../errors.ts';
import { type ObjectStore, runGit, temporaryIn } from './object-store.ts';
import { quotePath } from './path-bytes.ts';

export type FileMode = '100644' | '100755' | '120000';

/** Receives the files of a tree one after the other. A later one replaces an earlier one of the same path. */
export interface TreeImport {
  add(path: Buffer, mode: FileMode, content: Uint8Array): void;
  /** Exactly `size` bytes of an open file. */
  addFile(path: Buffer, mode: FileMode, fd: number, size: number): void;
  /** An object that the store has already. */
  addExisting(path: Buffer, mode: string, id: string): void;
}

const CHUNK_BYTES = 1 << 20;
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/**
 * Makes a tree from raw bytes and returns its id; the same files give the same id. With `base` the files are put on
 * top of that tree. Everything goes through a file on disk, so the size of the tree is no matter for memory.
 * @throws InfraError `git-failed`, `disk-full`, or `workspace-changed` if a file shrinks while it is read.
 */
export async function importTree(
  store: ObjectStore,
  fill: (into: TreeImport) => Promise<void> | void,
  base?: string,
): Promise<string> {
  const path = temporaryIn(store, 'import');
  const ref = `refs/trees/${randomBytes(8).toString('hex')}`;
  const spool = new Spool(openSync(path, 'wx', 0o600));
  const readFd = openSync(path, 'r');
  // Both descriptors live on: the space is free again even if this process is killed.
  rmSync(path);
  try {
    spool.text(`commit ${ref}\ncommitter bugsweep <bugsweep> 0 +0000\ndata 0\n`);
    if (base !== undefined) spool.text(`M 040000 ${base} ""\n`);
    await fill(spool);
    spool.text('ls ""\ndone\n');
    spool.flush();
    const args = ['fast-import', '--quiet', '--done', '--force', '--depth=0'];
    return treeIn((await runGit(store, args, { stdinFd: readFd })).stdout.toString('latin1'));
  } finally {
    spool.close();
    closeSync(readFd);
  }
}

/** Reads fast-import's answer to `ls ""`; it calls a root without files missing. */
function treeIn(answer: string): string {
  if (answer.startsWith('missing')) return EMPTY_TREE;
  const [, tree] = /^040000 tree ([0-9a-f]{40})\t/.exec(answer) ?? [];
  if (tree === undefined) throw new InfraError('git-failed', `git fast-import says: ${answer}`);
  return tree;
}

class Spool implements TreeImport {
  private chunks: Uint8Array[] = [];
  private pending = 0;
  constructor(private readonly fd: number) {}

  add(path: Buffer, mode: FileMode, content: Uint8Array): void {
    this.text(`M ${mode} inline ${quotePath(path)}\ndata ${content.length}\n`);
    this.bytes(content);
    this.text('\n');
  }

  addFile(path: Buffer, mode: FileMode, fd: number, size: number): void {
    this.text(`M ${mode} inline ${quotePath(path)}\ndata ${size}\n`);
    for (let left = size; left > 0; ) {
      const chunk = Buffer.allocUnsafe(Math.min(left, CHUNK_BYTES));
      const read = readSync(fd, chunk, 0, chunk.length, null);
      if (read === 0) throw new InfraError('workspace-changed', 'a file shrank while the workspace was read');
      this.bytes(chunk.subarray(0, read));
      left -= read;
    }
    this.text('\n');
  }

  addExisting(path: Buffer, mode: string, id: string): void {
    this.text(`M ${mode} ${id} ${quotePath(path)}\n`);
  }

  text(text: string): void {
    this.bytes(Buffer.from(text, 'latin1'));
  }

  private bytes(bytes: Uint8Array): void {
    this.chunks.push(bytes);
    this.pending += bytes.length;
    if (this.pending >= CHUNK_BYTES) this.flush();
  }

  flush(): void {
    const all = Buffer.concat(this.chunks);
    this.chunks = [];
    this.pending = 0;
    try {
      for (let at = 0; at < all.length; ) at += writeSync(this.fd, all, at);
    } catch (cause) {
      const code = isDiskFull(cause) ? 'disk-full' : 'write-failed';
      throw new InfraError(code, 'cannot write the captured files to the object store', { cause });
    }
  }

  close(): void {
    closeSync(this.fd);
  }
}
