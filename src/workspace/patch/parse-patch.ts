/** One hunk; `lines` are body lines with their sign and line end. Text is latin1: one character a byte. */
export interface PatchHunk {
  oldStart: number;
  oldCount: number;
  newStart: number;
  newCount: number;
  /** What stands behind the second `@@`. */
  section: string;
  lines: string[];
}

export interface PatchFile {
  /** From `diff --git` up to the first hunk. */
  header: string[];
  /** Path on the old side, or on the new one for a new file; as bytes in latin1. */
  path: string;
  hunks: PatchHunk[];
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/s;

/** Splits a patch into files and text hunks. Lenient: git decides what is valid. */
export function parsePatch(patch: Buffer): PatchFile[] {
  const lines = patch.toString('latin1').match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const files: PatchFile[] = [];
  let file: PatchFile | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const bare = line.replace(/\r?\n$/, '');
    if (bare.startsWith('diff --git ')) {
      file = { header: [line], path: '', hunks: [] };
      files.push(file);
      continue;
    }
    // A patch of another tool has no `diff --git` line.
    if (bare.startsWith('--- ') && (file === undefined || file.hunks.length > 0)) {
      file = { header: [], path: '', hunks: [] };
      files.push(file);
    }
    if (file === undefined) continue;
    const hunk = HUNK.exec(bare);
    if (hunk === null) {
      if (file.hunks.length === 0) file.header.push(line);
      continue;
    }
    const parsed = emptyHunk(hunk);
    at = takeBody(lines, at + 1, parsed) - 1;
    file.hunks.push(parsed);
  }
  for (const each of files) each.path = pathOf(each.header);
  return files;
}

function emptyHunk(match: RegExpExecArray): PatchHunk {
  const [, oldStart, oldCount = '1', newStart, newCount = '1', section = ''] = match;
  return {
    oldStart: Number(oldStart),
    oldCount: Number(oldCount),
    newStart: Number(newStart),
    newCount: Number(newCount),
    section,
    lines: [],
  };
}

/** Lines are counted, not recognised: a removed line may look like a header. Returns the index after the body. */
function takeBody(lines: readonly string[], from: number, hunk: PatchHunk): number {
  let oldLeft = hunk.oldCount;
  let newLeft = hunk.newCount;
  let at = from;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const sign = line[0];
    if (sign !== '\\' && oldLeft <= 0 && newLeft <= 0) break;
    if (sign === '-' || sign === ' ' || sign === '\n') oldLeft -= 1;
    if (sign === '+' || sign === ' ' || sign === '\n') newLeft -= 1;
    if (sign === undefined || !'+- \n\\'.includes(sign)) break;
    hunk.lines.push(line);
  }
  return at;
}

function pathOf(header: readonly string[]): string {
  const named = (start: string): string | undefined => {
    const line = header.find((each) => each.startsWith(start));
    const path = line === undefined ? undefined : unquote(line.slice(start.length).replace(/(\t.*)?\r?\n?$/, ''));
    return path === '/dev/null' ? undefined : path;
  };
  const path = named('--- ') ?? named('+++ ');
  if (path !== undefined) return path.replace(/^[^/]*\//, '');
  const both = /^diff --git (?:a\/(.*) b\/\1|"a\/(.*)" "b\/\2")\r?\n?$/.exec(header[0] ?? '');
  return both === null ? '' : unquote(both[1] ?? `"${both[2]}"`);
}

const ESCAPES: Record<string, string> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Undoes git's C quoting. */
function unquote(name: string): string {
  if (!name.startsWith('"') || !name.endsWith('"')) return name;
  return name
    .slice(1, -1)
    .replace(/\\([0-7]{3}|.)/g, (_, code: string) =>
      code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
    );
}

/** The header line of a hunk. */
export function hunkHeader(hunk: PatchHunk): string {
  return `@@ -${hunk.oldStart},${hunk.oldCount} +${hunk.newStart},${hunk.newCount} @@${hunk.section}`;
}

/** Turns files and hunks back into a patch. New-side positions are computed anew, as hunks may have been left out. */
export function formatPatch(files: readonly PatchFile[]): Buffer {
  const text: string[] = [];
  for (const { header, hunks } of files) {
    text.push(...header);
    let shift = 0;
    for (const hunk of hunks) {
      const start = hunk.oldStart + shift + (hunk.oldCount === 0 ? 1 : 0) - (hunk.newCount === 0 ? 1 : 0);
      text.push(`${hunkHeader({ ...hunk, newStart: start })}\n`, ...hunk.lines);
      shift += hunk.newCount - hunk.oldCount;
    }
  }
  return Buffer.from(text.join(''), 'latin1');
}
