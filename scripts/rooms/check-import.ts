import { basename, dirname } from 'node:path';
import { closedFolders, layers, programs } from './layers.ts';
import type { ImportSite } from './read-imports.ts';

/** One broken rule. `file` is relative to the repository. */
export interface Violation {
  file: string;
  line: number;
  message: string;
}

/** What is wrong with one import of the file at `path` (relative to src/). */
export function checkImport(path: string, { specifier, target, line }: ImportSite): Violation[] {
  const found = (message: string): Violation[] => [{ file: `src/${path}`, line, message }];
  if (specifier === 'bugsweep' || specifier.startsWith('bugsweep/')) {
    return found(`imports ${specifier}, a door for others, from inside`);
  }
  if (target === undefined || target.startsWith('..')) return [];
  const closed = closedFolders.find((folder) => target.startsWith(`${folder}/`));
  if (closed !== undefined && !path.startsWith(`${closed}/`)) {
    return found(`imports ${target}: src/${closed} is a program of its own that nothing in src/ imports`);
  }
  const [from, to] = [roomOf(path), roomOf(target)];
  if (from === to) return isOwnDoor(path, target) ? found(`imports its own door, ${target}`) : [];
  if (isTest(path) && target.endsWith('.fixture.ts')) return [];
  return [...checkLayer(from, to).flatMap(found), ...checkDoor(target, to).flatMap(found)];
}

/** First folder, or the stem of a file that lies directly in src/. */
const roomOf = (path: string): string => (path.split('/')[0] ?? '').replace(/\..*$/, '');

const isTest = (path: string): boolean => /\.(test|test-d|fixture)\.tsx?$/.test(path);

const isOwnDoor = (path: string, target: string): boolean =>
  basename(target) === 'index.ts' && path !== target && `${dirname(path)}/`.startsWith(`${dirname(target)}/`);

function checkLayer(from: string, to: string): string[] {
  const [mine, theirs] = [layers[from], layers[to]];
  if (mine === undefined || theirs === undefined || theirs < mine) return [];
  const how = theirs === mine ? 'of the same layer' : 'of a higher layer';
  return [`${from} (layer ${mine}) imports ${to} (layer ${theirs}), a room ${how}`];
}

function checkDoor(target: string, room: string): string[] {
  if (room in programs) return [`imports ${target}: ${room} is a program, not a library`];
  const isDoor = target === `${room}/index.ts` || !target.includes('/');
  return isDoor ? [] : [`enters ${room} through ${target}; its door is ${room}/index.ts`];
}
