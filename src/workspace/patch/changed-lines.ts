import { parsePatch } from './parse-patch.ts';

/** Lines of one file's old side, 1-based. */
export interface ChangedLines {
  /** As bytes in latin1. */
  path: string;
  lines: number[];
}

/** Run by loading alone, whoever changes them. */
const IMPORT = /^[-+]\s*(import\b|export\s.*\bfrom\b|}\s*from\b|['"]use )/;

/**
 * Where a patch touches what was there: the lines that it removes or replaces, or, for a file where it only adds, those
 * beside what it adds. Imports do not count. Files that are new are left out.
 */
export function changedLines(patch: Buffer): ChangedLines[] {
  return parsePatch(patch).flatMap(({ path, header, hunks }) => {
    if (header.some((line) => line.startsWith('new file') || line.startsWith('--- /dev/null'))) return [];
    const removed = new Set<number>();
    const beside = new Set<number>();
    for (const { oldStart, lines } of hunks) {
      let old = oldStart;
      for (const line of lines) {
        const counts = line.slice(1).trim() !== '' && !IMPORT.test(line);
        if (line.startsWith('-')) {
          if (counts) removed.add(old);
          old += 1;
        } else if (line.startsWith('+')) {
          if (counts && old > 1) beside.add(old - 1).add(old);
        } else if (!line.startsWith('\\')) old += 1;
      }
    }
    return [{ path, lines: [...(removed.size > 0 ? removed : beside)] }];
  });
}
