import { statSync } from 'node:fs';

/** Milliseconds since a file or folder was last changed; 0 if it is gone. */
export const ageMs = (path: string): number =>
  Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
