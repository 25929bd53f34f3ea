/** One finding of a QA report: a top-level bullet or a heading, with the lines that belong to it. */
export interface QaEntry {
  text: string;
  sentences: string[];
}

export interface QaReport {
  text: string;
  entries: QaEntry[];
  /**
   * Entries that say of the product that something is wrong: their sentences, without those that say that a thing
   * works, that nothing was found, or that deny what they name.
   */
  claims(): { entry: QaEntry; sentence: string }[];
}

/** Splits a Markdown report the way a person reads it. */
export function parseReport(markdown: string): QaReport {
  const entries = splitEntries(markdown).map((text) => ({ text, sentences: splitSentences(text) }));
  return {
    text: markdown,
    entries,
    claims: () =>
      entries.flatMap((entry) =>
        entry.sentences.filter((sentence) => !isDenial(sentence)).map((sentence) => ({ entry, sentence })),
      ),
  };
}

const TOP_BULLET = /^(?:[-*+]|\d+[.)])\s+/;
const HEADING = /^#{1,6}\s+/;

function splitEntries(markdown: string): string[] {
  const entries: string[][] = [];
  let current: string[] = [];
  const flush = () => {
    if (current.some((line) => line.trim() !== '')) entries.push(current);
    current = [];
  };
  for (const line of markdown.replaceAll('\r', '').split('\n')) {
    if (HEADING.test(line)) {
      flush();
      current = [line.replace(HEADING, '')];
    } else if (TOP_BULLET.test(line)) {
      // A list right under a heading that is a finding of its own belongs to no other finding.
      if (current.length > 1 || TOP_BULLET.test(current[0] ?? '')) flush();
      else if (current.length === 1) flush();
      current = [line];
    } else current.push(line);
  }
  flush();
  return entries.map((lines) => lines.map((line) => line.replace(TOP_BULLET, '')).join('\n'));
}

function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+(?=[A-Z"'“(`*])|\n\s*(?:[-*+]|\d+[.)])\s+|\n\s*\n|;\s+/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '');
}

const ALL_IS_WELL = [
  /\bno (?:problems?|issues?|bugs?|defects?|errors?|discrepanc\w*|findings?)\b/i,
  /\bnothing (?:is |was |looks |seems )?(?:wrong|broken|off|unusual|to report)\b/i,
  /\b(?:works?|worked|behaves?|behaved|functions?|functioned) (?:fine|well|correctly|properly|as expected|as intended)\b/i,
  /\b(?:is|are|was|were|looks?|seems?|appears?) (?:all )?(?:fine|correct|right|ok|okay|accurate|in order|as expected)\b/i,
  /\bas expected\b/i,
];
const NEGATION_OF_FAULT =
  /\b(?:not|n't|never|no longer) (?:\w+ ){0,2}(?:wrong|incorrect|broken|mismatch\w*|off|stale|inaccurate|a (?:bug|problem|issue))\b/i;
const CONTRAST = /\b(?:but|however|although|though|yet|except|instead of|rather than|while|whereas)\b/i;

/** True if the sentence claims no fault. One that praises and then objects ("fine, but …") is a claim. */
function isDenial(sentence: string): boolean {
  if (NEGATION_OF_FAULT.test(sentence)) return !CONTRAST.test(sentence);
  return ALL_IS_WELL.some((pattern) => pattern.test(sentence)) && !isObjection(sentence);
}

/** "not as expected", "isn't correct", "should be …": words of praise inside a complaint. */
function isObjection(sentence: string): boolean {
  return (
    CONTRAST.test(sentence) ||
    /\b(?:not|n't|never|fails? to|instead)\b[^.]{0,40}\b(?:expected|correct|right|accurate|correctly|properly|fine|well|work\w*)\b/i.test(
      sentence,
    )
  );
}
