import { conflict } from '../http/api-error.ts';

/** Refuses what would let a client fill the memory. */
export function ensureRoom(held: number, max: number, what: string): void {
  if (held >= max) throw conflict(`There are too many ${what}.`);
}
