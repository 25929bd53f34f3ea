import { closeSync, constants, fchmodSync, fchownSync, lchownSync, openSync, symlinkSync, writeSync } from 'node:fs';
import { InfraError, isDiskFull } from '../../errors.ts';
import type { TreeEntry } from './list-tree.ts';
import { showPath } from './path-bytes.ts';
import type { BlobSink } from './read-blobs.ts';

export interface Owner {
  uid: number;
  gid: number;
}

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** A sink that makes the file or link of a tree entry below `root`; its folder must exist, the entry must not. */
export function writeEntry(root: Buffer, entry: TreeEntry, owner: Owner | undefined): BlobSink {
  const path = Buffer.concat([root, entry.path]);
  return entry.mode === '120000' ? linkSink(path, owner) : fileSink(path, entry.mode, owner);
}

function fileSink(path: Buffer, mode: string, owner: Owner | undefined): BlobSink {
  const fd = orUnwritable(path, () => openSync(path, NEW_FILE, 0o600));
  return {
    write: (chunk) =>
      orUnwritable(path, () => {
        for (let at = 0; at < chunk.length; ) at += writeSync(fd, chunk, at);
      }),
    end: () =>
      orUnwritable(path, () => {
        // Owner first: changing it may clear mode bits.
        if (owner !== undefined) fchownSync(fd, owner.uid, owner.gid);
        fchmodSync(fd, mode === '100755' ? 0o755 : 0o644);
        closeSync(fd);
      }),
    abandon: () => closeSync(fd),
  };
}

function linkSink(path: Buffer, owner: Owner | undefined): BlobSink {
  const target: Buffer[] = [];
  return {
    write: (chunk) => void target.push(Buffer.from(chunk)),
    end: () =>
      orUnwritable(path, () => {
        symlinkSync(Buffer.concat(target), path);
        if (owner !== undefined) lchownSync(path, owner.uid, owner.gid);
      }),
    abandon: () => undefined,
  };
}

function orUnwritable<T>(path: Buffer, write: () => T): T {
  try {
    return write();
  } catch (cause) {
    throw new InfraError(isDiskFull(cause) ? 'disk-full' : 'unwritable-tree', `cannot write ${showPath(path)}`, {
      cause,
    });
  }
}
