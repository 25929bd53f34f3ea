import { distance } from 'fastest-levenshtein';

const SHOWN = 20;

/** What to try in place of a name that is not there: the nearest, and those that are known. */
export function namesHint(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  const shown = [...known].sort();
  const more = shown.length > SHOWN ? `, and ${shown.length - SHOWN} more` : '';
  return `${near === undefined ? '' : `did you mean ${near}? `}known: ${shown.slice(0, SHOWN).join(', ')}${more}`;
}

/** The candidate with the smallest edit distance, if it is near enough to be a slip of the hand. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const scored = candidates
    .map((candidate) => ({ candidate, edits: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  const best = scored[0];
  return best !== undefined && best.edits <= Math.max(2, Math.floor(word.length / 3)) ? best.candidate : undefined;
}
