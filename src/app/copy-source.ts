import { cpSync } from 'node:fs';
import { basename } from 'node:path';
import { NOT_SOURCE } from '../suite/index.ts';

/** Copies an application's folder without installed packages, build output and history. */
export function copySource(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => !NOT_SOURCE.has(basename(path)) });
}
