import { type QaBlock, readBlocks } from './qa-blocks.ts';
import { claimOf, readSentences, retracts } from './qa-claims.ts';

/** One finding of a QA report: a top-level bullet, a table's row, or a heading with the lines that belong to it. */
export interface QaEntry {
  /** Everything of the finding, without Markdown. */
  text: string;
  /** Headings that it stands under, and the line that introduces its list. They say where, never what is wrong. */
  context: string;
  sentences: string[];
}

export interface QaReport {
  text: string;
  entries: QaEntry[];
  /**
   * What the report says to be wrong: sentences without the parts that say that a thing works, that nothing was found,
   * or that deny what they name.
   */
  claims(): { entry: QaEntry; sentence: string }[];
}

/** Splits a Markdown report the way a person reads it. */
export function parseReport(markdown: string): QaReport {
  const entries = readBlocks(markdown).flatMap(entriesOf);
  return { text: markdown, entries, claims: () => entries.flatMap(claimsOf) };
}

interface Draft {
  lines: string[];
  labels: Set<string>;
  context: string;
}

/**
 * A heading with labelled details (steps, expected, actual) is one finding; without, each of its bullets is one, and
 * so is the heading with its prose.
 */
function entriesOf(block: QaBlock): QaEntry[] {
  const { title, items } = block;
  const labels = items.flatMap(({ label }) => (label === undefined ? [] : [label]));
  const isOneFinding = title !== '' && items[0]?.label !== undefined && new Set(labels).size === labels.length;
  if (isOneFinding) return [toEntry({ lines: [title, ...items.map(({ text }) => text)], context: block.context })];

  const head = [title, ...items.filter(({ kind, label }) => kind === 'prose' && label === undefined).map(textOf)];
  const drafts: Draft[] = [];
  let current: Draft | undefined;
  let intro = '';
  for (const { kind, text, label } of items) {
    if (kind === 'prose' && label === undefined) {
      intro = /[:：]$/.test(text) ? text : '';
      current = undefined;
    } else if (label !== undefined && current !== undefined && !current.labels.has(label)) {
      current.labels.add(label);
      current.lines.push(text);
    } else {
      const labelled = new Set(label === undefined ? [] : [label]);
      current = { lines: [text], labels: labelled, context: [block.context, title, intro].filter(Boolean).join('\n') };
      drafts.push(current);
    }
  }
  const own = head.filter((line) => line !== '');
  const heading = own.length === 0 ? [] : [toEntry({ lines: own, context: block.context })];
  const bullets = drafts.map(toEntry);
  // "Wrong counts: none found" over two lines: a heading whose whole list is praise claims nothing.
  const areAllDenied =
    TAKES_BACK.test(bullets[0]?.text ?? '') && bullets.every((entry) => claimsOf(entry).length === 0);
  return areAllDenied ? bullets : [...heading, ...bullets];
}

/** How a line begins that answers its heading in the negative. */
const TAKES_BACK =
  /^\W*(?:no|none|not|nothing|n\/a|ok|okay|fine|all|works?|works|they|it|could|couldn't|can't|cannot|did|didn't|i (?:could|did|was))\b/i;

const textOf = ({ text }: { text: string }): string => text;

function toEntry({ lines, context }: Pick<Draft, 'lines' | 'context'>): QaEntry {
  const text = lines.join('\n\n');
  return { text, context, sentences: readSentences(text) };
}

function claimsOf(entry: QaEntry): { entry: QaEntry; sentence: string }[] {
  const { sentences } = entry;
  if (sentences.some(retracts)) return [];
  const claims = sentences.map(claimOf).filter((claim) => claim !== '');
  const [title, answer = ''] = sentences;
  if (claims.length === 1 && claims[0] === title && TAKES_BACK.test(answer) && claimOf(answer) === '') return [];
  const expected = sentences.find((sentence) =>
    /^(?:i |what (?:i|we) (?:had )?|what should )?(?:expect(?:ed|ation)|happen)\b[^:]{0,30}:/i.test(sentence),
  );
  const actual = sentences.find((sentence) =>
    /^(?:i |what (?:i|we) )?(?:actual|observed|got|saw|seen|result|what happens)\b[^:]{0,30}:/i.test(sentence),
  );
  if (expected !== undefined && actual !== undefined && claimOf(actual) !== '') claims.push(`${expected} | ${actual}`);
  return claims.map((sentence) => ({ entry, sentence }));
}
