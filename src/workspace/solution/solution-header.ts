export interface Solution {
  /** Against the baseline tree. */
  patch: Buffer;
  /** What it is; empty if the file does not say. */
  title: string;
  /** Checks that a wrong fix must fail. */
  fails: string[];
}

/**
 * Takes off the lines before the first file of a patch. `Fails: <check>` names a check (one a line), the other lines
 * say what the solution is.
 */
export function splitHeader(bytes: Buffer): Solution {
  const start = firstFile(bytes);
  const fails: string[] = [];
  const title: string[] = [];
  for (const line of bytes.subarray(0, start).toString().split('\n')) {
    const text = line.replace(/^#+/, '').trim();
    const [, check] = /^Fails:\s*(.+)$/i.exec(text) ?? [];
    if (check !== undefined) fails.push(check);
    else if (text !== '') title.push(text);
  }
  return { patch: bytes.subarray(start), title: title.join(' '), fails };
}

function firstFile(bytes: Buffer): number {
  const text = bytes.toString('latin1');
  const match = /^diff --git /m.exec(text) ?? /^--- \S.*\r?\n\+\+\+ \S/m.exec(text);
  return match?.index ?? bytes.length;
}
