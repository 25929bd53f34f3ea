import { InvalidArgumentError } from 'commander';

/** A whole number from 1 on. */
export function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('must be a whole number from 1 on');
  return value;
}

export function integer(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError('must be a whole number');
  return value;
}

/** Reads a comma-separated list of known words; the flag may be repeated. A word counts once. */
export const collectList =
  <W extends string>(known: readonly W[]) =>
  (text: string, all: W[]): W[] => {
    const words = text.split(',').map((word) => word.trim());
    for (const word of words) {
      if (!known.includes(word as W)) throw new InvalidArgumentError(`must be some of ${known.join(', ')}`);
    }
    return [...new Set([...all, ...(words as W[])])];
  };
