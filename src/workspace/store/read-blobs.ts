import { InfraError } from '../../errors.ts';
import { type ObjectStore, runGit } from './object-store.ts';

/** Takes the bytes of one object as they come. */
export interface BlobSink {
  write(chunk: Buffer): void;
  end(): void;
  /** Called instead of `end` if reading stops early. */
  abandon(): void;
}

/**
 * Reads objects in the order of `ids` without holding any of them in memory; `open` gives the sink of each.
 * @throws what a sink throws; InfraError `git-failed` if an object is missing.
 */
export async function readBlobs(store: ObjectStore, ids: readonly string[], open: (index: number) => BlobSink) {
  if (ids.length === 0) return;
  const reader = new BatchReader(open);
  let failure: { error: unknown } | undefined;
  await runGit(store, ['cat-file', '--batch=%(objecttype) %(objectsize)'], {
    input: `${ids.join('\n')}\n`,
    onStdout: (chunk) => {
      if (failure !== undefined) return;
      try {
        reader.take(chunk);
      } catch (error) {
        // Thrown from here it would end the process; the rest of git's output is let go by.
        failure = { error };
        reader.abandon();
      }
    },
  });
  if (failure !== undefined) throw failure.error;
  if (reader.finished !== ids.length) throw new InfraError('git-failed', 'git cat-file ended before the last object');
}

/** Parser of `cat-file --batch`: a line `blob SIZE`, SIZE bytes, a newline. */
class BatchReader {
  finished = 0;
  private header = '';
  private left = 0;
  private sink: BlobSink | undefined;

  constructor(private readonly open: (index: number) => BlobSink) {}

  take(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) {
      if (this.sink === undefined) rest = this.takeHeader(rest);
      else if (this.left > 0) rest = this.takeBody(this.sink, rest);
      else {
        this.sink.end();
        this.sink = undefined;
        this.finished += 1;
        rest = rest.subarray(1);
      }
    }
  }

  private takeHeader(chunk: Buffer): Buffer {
    const end = chunk.indexOf(0x0a);
    this.header += chunk.subarray(0, end === -1 ? chunk.length : end).toString('latin1');
    if (end === -1) return Buffer.alloc(0);
    const [, size] = /^blob (\d+)$/.exec(this.header) ?? [];
    if (size === undefined) throw new InfraError('git-failed', `git cat-file says: ${this.header}`);
    this.header = '';
    this.left = Number(size);
    this.sink = this.open(this.finished);
    return chunk.subarray(end + 1);
  }

  private takeBody(sink: BlobSink, chunk: Buffer): Buffer {
    const body = chunk.subarray(0, this.left);
    sink.write(body);
    this.left -= body.length;
    return chunk.subarray(body.length);
  }

  abandon(): void {
    this.sink?.abandon();
  }
}
