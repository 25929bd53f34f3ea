/** Takes text as it comes and keeps its beginning and its end, in memory that does not grow with it. */
export interface MiddleCut {
  take(chunk: Buffer): void;
  /** All of it; or both ends, with how much there was. */
  text(): string;
}

/** `maxBytes` is what is kept at most. */
export function middleCut(maxBytes: number): MiddleCut {
  const half = Math.floor(maxBytes / 2);
  const head: Buffer[] = [];
  let headBytes = 0;
  let tail: Buffer[] = [];
  let tailBytes = 0;
  let totalBytes = 0;
  const shorten = () => {
    const kept = Buffer.concat(tail).subarray(-half);
    tail = [kept];
    tailBytes = kept.length;
  };
  return {
    take(chunk) {
      totalBytes += chunk.length;
      const first = chunk.subarray(0, half - headBytes);
      if (first.length > 0) head.push(first);
      headBytes += first.length;
      const rest = chunk.subarray(first.length);
      if (rest.length === 0) return;
      tail.push(rest);
      tailBytes += rest.length;
      if (tailBytes > 2 * maxBytes) shorten();
    },
    text() {
      if (totalBytes > 2 * half) shorten();
      const left = totalBytes - headBytes - tailBytes;
      const middle = left === 0 ? [] : [Buffer.from(`\n[… ${left} of ${totalBytes} bytes left out …]\n`)];
      return Buffer.concat([...head, ...middle, ...tail]).toString();
    },
  };
}

/** A text with its middle left out if it is longer than that. */
export function cutMiddle(text: string, maxBytes: number): string {
  const cut = middleCut(maxBytes);
  cut.take(Buffer.from(text));
  return cut.text();
}
