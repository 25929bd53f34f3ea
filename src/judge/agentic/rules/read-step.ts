import type { Behavior } from '../../../schema/index.ts';
import type { Act } from './act.ts';
import { acts as patterns } from './acts.ts';
import { resolveMentions } from './mentions.ts';
import { type Context, readBy } from './pattern.ts';
import { takeQuotes } from './quotes.ts';
import { asExpected, isMuddled } from './should.ts';

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
    const found = readSentence(sentence, undefined, context);
    if (found === undefined) return { understood: false, part: quotes.restore(sentence) };
    read.push(...found);
  }
  const acts = resolveMentions(read);
  return acts === undefined || acts.length === 0 ? { understood: false, part: step } : { understood: true, acts };
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

const JOINT = /,? (?:and )?then |,? and |, /g;
/** What an act begins with, for a following one that goes without. */
const VERB = /^(?:Expected:|Hover over|Point at|Scroll to|Go|[A-Z][a-z]+(?:-[a-z]+)?)/i;

/** What a later part may leave out: the verb, or who is expected to say another text. */
interface Carried {
  verb: string;
  saying: string;
}

function readSentence(sentence: string, carried: Carried | undefined, context: Context): Act[] | undefined {
  if (carried !== undefined && carried.saying !== '' && isMuddled(sentence)) return undefined;
  const whole = readClause(sentence, carried, context);
  if (whole !== undefined) return whole.acts;
  for (const joint of sentence.matchAll(JOINT)) {
    const first = readClause(sentence.slice(0, joint.index), carried, context);
    if (first === undefined) continue;
    const rest = readSentence(sentence.slice(joint.index + joint[0].length), first.carried, context);
    if (rest !== undefined) return [...first.acts, ...rest];
  }
  return undefined;
}

interface Clause {
  acts: Act[];
  carried: Carried | undefined;
}

/** "again" says nothing, unless it is part of a name of the file's. */
const readClause = (words: string, carried: Carried | undefined, context: Context): Clause | undefined =>
  readExactly(words, carried, context) ??
  (words.endsWith(' again') ? readExactly(words.slice(0, -' again'.length), carried, context) : undefined);

function readExactly(words: string, carried: Carried | undefined, context: Context): Clause | undefined {
  const expected = asExpected(words);
  const isOther = carried === undefined || carried.saying === '' || expected?.length === 1;
  if (expected !== undefined && isOther) {
    const acts = expected.map((each) => readBy(patterns, each, context));
    const known = acts.filter((act) => act !== undefined);
    return known.length < acts.length ? undefined : { acts: known, carried: carriedBy(expected.at(-1) ?? '') };
  }
  const own = readBy(patterns, words, context);
  if (own !== undefined) return { acts: [own], carried: carriedBy(words) ?? carried };
  for (const before of carried === undefined ? [] : [carried.saying, carried.verb]) {
    const act = before === '' ? undefined : readBy(patterns, `${before} ${words}`, context);
    if (act !== undefined) return { acts: [act], carried };
  }
  return undefined;
}

function carriedBy(sentence: string): Carried | undefined {
  const verb = VERB.exec(sentence)?.[0];
  const [, saying = ''] = /^(Expect .+ to (?:say|read|show|contain)) «\d+»$/i.exec(sentence) ?? [];
  return verb === undefined ? undefined : { verb, saying };
}
