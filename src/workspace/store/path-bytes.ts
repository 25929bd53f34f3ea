// Paths of a workspace are bytes: an agent may name a file in any way that the file system allows.

/** Key of a path in a Map or Set: one character a byte, so different bytes never meet. */
export const pathKey = (path: Buffer): string => path.toString('latin1');

/** A path in git's C quoting, which carries any byte. */
export function quotePath(path: Buffer): string {
  let text = '"';
  for (const byte of path) {
    if (byte === 0x22 || byte === 0x5c) text += `\\${String.fromCharCode(byte)}`;
    else if (byte < 0x20 || byte > 0x7e) text += `\\${byte.toString(8).padStart(3, '0')}`;
    else text += String.fromCharCode(byte);
  }
  return `${text}"`;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * A path as people read it. Bytes that are not UTF-8, control characters (a name must not steer a terminal) and line
 * separators become \xNN, a backslash becomes two: different paths have different texts.
 */
export function showPath(path: Buffer): string {
  let text = '';
  for (let at = 0; at < path.length; ) {
    const length = sequenceLength(path[at] ?? 0);
    const bytes = path.subarray(at, at + length);
    text += showCharacter(bytes) ?? escapeBytes(bytes.subarray(0, 1));
    at += showCharacter(bytes) === undefined ? 1 : length;
  }
  return text;
}

function showCharacter(bytes: Buffer): string | undefined {
  let character: string;
  try {
    character = strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
  if (character === '\\') return '\\\\';
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(character) ? escapeBytes(bytes) : character;
}

const escapeBytes = (bytes: Buffer): string => [...bytes].map((byte) => `\\x${hex(byte)}`).join('');
const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

/**
 * True for a name that some git refuses in a tree: `.git` in any case, and what Windows takes for it (`git~1`, `.git.`,
 * `.git:x`, also after a backslash). A patch with such a path could not be applied.
 */
export function isReservedName(name: Buffer): boolean {
  return /(^|\\)(\.git|git~1)[. ]*($|[\\:])/i.test(name.toString('latin1'));
}

/** Git refuses a symbolic link named `.gitmodules`, in any case. */
export function isReservedLink(name: Buffer): boolean {
  return name.toString('latin1').toLowerCase() === '.gitmodules';
}
