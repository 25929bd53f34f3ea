import { createHash } from 'node:crypto';
import { decodedMappings, TraceMap } from '@jridgewell/trace-mapping';

/** A script as the browser has it. Lines and offsets are 0-based. */
export interface ScriptText {
  source: string;
  sourceMapUrl: string;
  url: string;
  /** The document's text and the line that an inline script begins in. */
  document?: { text: string; startLine: number };
}

interface Range {
  startOffset: number;
  endOffset: number;
  count: number;
}
export interface FunctionCoverage {
  ranges: readonly Range[];
}

/** Lines of one source text that have run, 1-based and joined: `[first, last]`. */
export interface CoveredSource {
  sha256: string;
  /** Path of the address that it was served at. */
  path: string;
  lines: [number, number][];
}

const MAX_MAP_BYTES = 16 << 20;
const MAX_SOURCES = 2000;
/** In place of a hash. */
const UNREADABLE = '0'.repeat(64);

/** Gathers which lines of which source texts have run, over all looks, tabs and browsers. */
export class Coverage {
  private readonly sources = new Map<string, { path: string; lines: Set<number>; isNew: boolean }>();

  add(script: ScriptText, functions: readonly FunctionCoverage[]): void {
    const pieces = flatten(functions);
    const starts = lineStarts(script.source);
    const map = readMap(script);
    if (map !== undefined) this.addMapped(map, script, { pieces, starts });
    else this.addPlain(script, { pieces, starts });
  }

  private addPlain({ source, url, document }: ScriptText, { pieces, starts }: Ran): void {
    const lines = this.linesOf(document?.text ?? source, pathOf(url));
    starts.forEach((start, index) => {
      const end = starts[index + 1] ?? source.length;
      const text = source.slice(start, end);
      const first = start + text.length - text.trimStart().length;
      if (text.trim() !== '' && hasRun(pieces, Math.max(first, start + exported(text)), end))
        lines?.add(index + 1 + (document?.startLine ?? 0));
    });
  }

  private addMapped(map: TraceMap, { url }: ScriptText, { pieces, starts }: Ran): void {
    const into = map.sources.map((source, index) => {
      const text = map.sourcesContent?.[index];
      const path = pathOf(source ?? '', url);
      if (text == null || !isOwnCode(path)) return undefined;
      return { run: this.linesOf(text, path), prefixes: text.split('\n').map(exported) };
    });
    decodedMappings(map).forEach((segments, line) => {
      for (const [column, source, sourceLine, sourceColumn] of segments) {
        const target = source === undefined ? undefined : into[source];
        if (target === undefined || sourceLine === undefined || sourceColumn === undefined) continue;
        const at = (starts[line] ?? 0) + column;
        const counts = sourceColumn >= (target.prefixes[sourceLine] ?? 0);
        if (counts && hasRun(pieces, at, at + 1)) target.run?.add(sourceLine + 1);
      }
    });
  }

  private linesOf(text: string, path: string): Pick<Set<number>, 'add'> | undefined {
    const sha256 = createHash('sha256').update(text).digest('hex');
    const known = this.sources.get(sha256);
    if (known === undefined && this.sources.size >= MAX_SOURCES) return undefined;
    const entry = known ?? { path, lines: new Set<number>(), isNew: true };
    this.sources.set(sha256, entry);
    return {
      add: (line: number) => {
        entry.isNew ||= !entry.lines.has(line);
        return entry.lines.add(line);
      },
    };
  }

  /** A page whose inline scripts ran, and whose text could not be had. */
  addUnreadable(url: string): undefined {
    if (!this.sources.has(UNREADABLE))
      this.sources.set(UNREADABLE, { path: pathOf(url), lines: new Set(), isNew: true });
  }

  /** Sources with lines that were not told before. */
  takeNew(): CoveredSource[] {
    const fresh = [...this.sources].filter(([, { isNew }]) => isNew);
    return fresh.map(([sha256, entry]) => {
      entry.isNew = false;
      return { sha256, path: entry.path, lines: join([...entry.lines].sort((a, b) => a - b)) };
    });
  }
}

/** Packages, and styles that a dev server wraps into scripts, are nobody's code to be reached. */
const isOwnCode = (path: string): boolean => !path.includes('/node_modules/') && !path.endsWith('.css');

/** Characters before a function that is exported where it is written: they run as its module loads, it does not. */
const exported = (line: string): number =>
  /^\s*export\s+(default\s+)?(?=(async\s+)?function\b)/.exec(line)?.[0].length ?? 0;

interface Ran {
  pieces: readonly Piece[];
  starts: readonly number[];
}

/** From here to the next piece, code has run or not. */
interface Piece {
  from: number;
  ran: boolean;
}

/** Ranges are nested; the innermost decides. */
export function flatten(functions: readonly FunctionCoverage[]): Piece[] {
  const ranges = functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => endOffset > startOffset)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const pieces: Piece[] = [{ from: 0, ran: false }];
  const open: Range[] = [];
  const mark = (from: number) => {
    const piece = { from, ran: (open.at(-1)?.count ?? 0) > 0 };
    if (pieces.at(-1)?.from === from) pieces[pieces.length - 1] = piece;
    else pieces.push(piece);
  };
  const closeUpTo = (offset: number) => {
    for (let inner = open.at(-1); inner !== undefined && inner.endOffset <= offset; inner = open.at(-1)) {
      open.pop();
      mark(inner.endOffset);
    }
  };
  for (const range of ranges) {
    closeUpTo(range.startOffset);
    open.push(range);
    mark(range.startOffset);
  }
  closeUpTo(Number.POSITIVE_INFINITY);
  return pieces;
}

/** True if any of it has run. */
function hasRun(pieces: readonly Piece[], from: number, to: number): boolean {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.from ?? 0) <= from) low = middle;
    else high = middle - 1;
  }
  for (let at = low; at < pieces.length && (pieces[at]?.from ?? to) < to; at += 1) {
    if (pieces[at]?.ran === true) return true;
  }
  return false;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Only what is written into the script itself: nothing is asked for. */
function readMap({ sourceMapUrl }: ScriptText): TraceMap | undefined {
  const [, encoded] = /^data:application\/json[^,]*;base64,(.*)$/s.exec(sourceMapUrl) ?? [];
  if (encoded === undefined || encoded.length > MAX_MAP_BYTES) return undefined;
  try {
    return new TraceMap(Buffer.from(encoded, 'base64').toString());
  } catch {
    // No map: then the script's own lines are told.
    return undefined;
  }
}

function pathOf(address: string, base?: string): string {
  return URL.canParse(address, base) ? new URL(address, base).pathname.slice(0, 500) : '';
}

function join(lines: readonly number[]): [number, number][] {
  const joined: [number, number][] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else joined.push([line, line]);
  }
  return joined;
}
