import { distance } from 'fastest-levenshtein';

/** The candidate with the smallest edit distance, if it is near enough to be a slip of the hand. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const scored = candidates
    .map((candidate) => ({ candidate, edits: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  const best = scored[0];
  return best !== undefined && best.edits <= Math.max(2, Math.floor(word.length / 3)) ? best.candidate : undefined;
}
