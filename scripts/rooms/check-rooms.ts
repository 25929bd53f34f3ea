import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { checkImport, type Violation } from './check-import.ts';
import { findCycles } from './find-cycles.ts';
import { forbiddenNames, layers, MAX_LINES, programs } from './layers.ts';
import { type ImportSite, readImports } from './read-imports.ts';

interface SourceFile {
  path: string;
  text: string;
  imports: ImportSite[];
}

/** Checks rooms, layers, doors, cycles, sizes and names of `<root>/src`. */
export function checkRooms(root: string): Violation[] {
  const files = readSources(join(root, 'src'));
  return [
    ...checkDoors(root),
    ...files.flatMap(checkFile),
    ...files.flatMap((file) => file.imports.flatMap((site) => checkImport(file.path, site))),
    ...checkCycles(files),
  ].sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
}

function readSources(src: string): SourceFile[] {
  const names = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((name) => name.split(sep).join('/'));
  return names
    .filter((name) => /\.(ts|tsx|mts)$/.test(name) && !name.includes('node_modules/'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(src, path), 'utf8');
      return { path, text, imports: readImports(path, text) };
    });
}

function checkDoors(root: string): Violation[] {
  const rooms = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return rooms.flatMap(({ name }) => {
    const folder = `src/${name}`;
    if (!(name in layers)) return [{ file: folder, line: 1, message: `is a room without a layer in scripts/rooms` }];
    const sources = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    if (!sources.some((path) => path.endsWith('.ts'))) return [];
    const door = `${folder}/${programs[name] ?? 'index.ts'}`;
    if (!existsSync(join(root, door))) return [{ file: folder, line: 1, message: `has no door: ${door} is missing` }];
    return [];
  });
}

function checkFile({ path, text }: SourceFile): Violation[] {
  const violations: Violation[] = [];
  const add = (message: string, line = 1) => violations.push({ file: `src/${path}`, line, message });
  const lines = text.trimEnd().split('\n').length;
  if (lines > MAX_LINES) add(`has ${lines} lines; ${MAX_LINES} are allowed`, MAX_LINES + 1);
  for (const part of path.split('/')) {
    const stem = part.replace(/\..*$/, '');
    const named = forbiddenNames.includes(stem) || /-(utils?|helpers?)$/.test(stem);
    if (named) add(`is named ${stem}: give it the name of what it does`);
  }
  const isDoor = basename(path) === (programs[path.split('/')[0] ?? ''] ?? 'index.ts') && path.split('/').length <= 2;
  if (isDoor && !/^(#!.*\n)?\/\*\*/.test(text)) add('is a door and must open with a doc comment');
  return violations;
}

function checkCycles(files: readonly SourceFile[]): Violation[] {
  const edges = new Map(
    files.map(({ path, imports }) => [path, imports.flatMap(({ target }) => (target === undefined ? [] : [target]))]),
  );
  return findCycles(edges).map((cycle) => {
    const [first = '', second = first] = cycle;
    const line = files.find(({ path }) => path === first)?.imports.find(({ target }) => target === second)?.line ?? 1;
    return { file: `src/${first}`, line, message: `is in a cycle of imports: ${[...cycle, first].join(' → ')}` };
  });
}
