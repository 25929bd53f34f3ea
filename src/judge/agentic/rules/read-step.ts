import type { Behavior } from '../../../schema/index.ts';
import type { Act } from './act.ts';
import { acts } from './acts.ts';
import { type Context, readBy } from './pattern.ts';
import { takeQuotes } from './quotes.ts';

/** Words of a file's own. */
type Vocabulary = Pick<Behavior, 'places' | 'conditions' | 'origin'>;

/** What a step asks for, in order; or the part of it that the rules do not understand. */
export type ReadStep = { understood: true; acts: Act[] } | { understood: false; part: string };

/**
 * Reads one step of a behavior test. A step is sentences; a sentence is one act, or several joined by commas, "and" or
 * "then", of which later ones may leave their verb out. What is not understood is never guessed.
 */
export function readStep(step: string, { places = {}, conditions = {}, origin }: Vocabulary): ReadStep {
  const quotes = takeQuotes(step.replace(/^\s*\d+\.\s+/, ''));
  if (quotes === undefined) return { understood: false, part: step };
  const context: Context = { quotes, places, conditions: Object.keys(conditions), origin };
  const read: Act[] = [];
  for (const sentence of sentencesOf(quotes.masked)) {
    const found = readSentence(sentence, '', context);
    if (found === undefined) return { understood: false, part: quotes.restore(sentence) };
    read.push(...found);
  }
  return read.length === 0 ? { understood: false, part: step } : { understood: true, acts: read };
}

const sentencesOf = (masked: string): string[] =>
  masked
    .split(/(?<=[.!;])\s+/)
    .map((sentence) =>
      sentence
        .replace(/[.!;]$/, '')
        .trim()
        .replace(/\s+/g, ' '),
    )
    .filter((sentence) => sentence !== '');

const JOINT = /,? (?:and )?then | and |, /g;
/** What an act begins with, for a following one that goes without. */
const VERB = /^(?:Expected:|Hover over|Point at|Scroll to|Go|[A-Z][a-z]+(?:-[a-z]+)?)/i;

function readSentence(sentence: string, verb: string, context: Context): Act[] | undefined {
  const whole = readAct(sentence, verb, context);
  if (whole !== undefined) return [whole];
  for (const joint of sentence.matchAll(JOINT)) {
    const first = sentence.slice(0, joint.index);
    const act = readAct(first, verb, context);
    if (act === undefined) continue;
    const own = readBy(acts, first, context) === undefined ? verb : (VERB.exec(first)?.[0] ?? verb);
    const rest = readSentence(sentence.slice(joint.index + joint[0].length), own, context);
    if (rest !== undefined) return [act, ...rest];
  }
  return undefined;
}

const readAct = (words: string, verb: string, context: Context): Act | undefined =>
  readBy(acts, words, context) ?? (verb === '' ? undefined : readBy(acts, `${verb} ${words}`, context));
