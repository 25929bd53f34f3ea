const NEWLINE = 10;
/** A longer line is no event of any program: it is left out. */
const MAX_LINE_BYTES = 16 << 20;

export interface LineSplitter {
  take(chunk: Buffer): void;
  /** After the last chunk. @throws what `each` has thrown first: nothing may be thrown where chunks arrive. */
  end(): void;
}

/** Calls `each` for every line, however the chunks fall, in time that grows with what is read. */
export function lineSplitter(each: (line: string) => void): LineSplitter {
  let parts: Buffer[] = [];
  let size = 0;
  let failure: { error: unknown } | undefined;
  const keep = (part: Buffer) => {
    size += part.length;
    if (size <= MAX_LINE_BYTES) parts.push(part);
  };
  const close = () => {
    try {
      if (size > 0 && size <= MAX_LINE_BYTES) each(Buffer.concat(parts).toString());
    } catch (error) {
      failure ??= { error };
    }
    parts = [];
    size = 0;
  };
  return {
    take(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        keep(chunk.subarray(from, at));
        close();
        from = at + 1;
      }
      keep(chunk.subarray(from));
    },
    end() {
      close();
      if (failure !== undefined) throw failure.error;
    },
  };
}
