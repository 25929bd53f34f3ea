/** What the figures of a tester's sentence stand for. */
export interface Figure {
  value: number;
  at: number;
  /** Shown by a column's header; the real number of its cards, or what was expected; one of the two; neither. */
  role: 'shown' | 'real' | 'either' | 'none';
}

const WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
export const withDigits = (text: string): string =>
  text.replace(/\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/gi, (word) =>
    String(WORDS.indexOf(word.toLowerCase())),
  );

/** Ten tasks; a tester may have added or deleted one or two. */
export const isTotal = (figure: number): boolean => figure >= 8 && figure <= 13;

/** Words for the Board (first group), and for what lies elsewhere (second). */
export const PLACE =
  /\b(?:(board|kanban|columns?|column headers?|headers?|headings?|lanes?|to[- ]?do|badges?)|(filters?|filter tabs?|tabs?|tasks? (?:page|list|screen|view|tab|title|heading|count)|on tasks|all \(|active|sidebar|nav\w*|inbox|activity|settings|members?|bell|notifications?|invites?|search|(?<!whole |entire )workspace))\b/gi;

const SHOWN = `(?:columns:|(?:both|each|either|all) (?:have|has)|(?:badge|count|counter|number|figure) of|shows?|shown|showing|says?|saying|reads?|reading|displays?|displayed|displaying|claims?|states?|reports?|gives?|lists?|labell?ed|header|heading|headers|headings|counts?|counter|badge|badges|number|figure|title|but|still|both|stays?|remains?|becomes?|goes|went|jumps?|up|to|is|are|at|as|=|actual:|observed:|got:?|seen:|shown:|result:|header:|count:|to ?do|to-do|done)`;
const REAL = `(?:(?:i|we) (?:can )?(?:only )?count(?:ed)?|counted|counting|in (?:it|them)|expected|expects?|should|instead|rather|than|not|isn't|aren't|n't|only|contains?|holds?|containing|holding|has|have|having|there(?:'s| is| are)|actually|actual|really|real|reality|truly|with|despite|for|vs|versus|against|≠|!=|cards?:|below|underneath|correct|right|visible|lists?|in it|of)`;
const CANCEL =
  /\b(?:total(?:s|ling)?(?: of)?|together|altogether|in all|sum|add(?:s|ing)? up to|all in all|tasks? in)\W*$/i;
const CARDS_AFTER =
  /^\s*(?:\w+ ){0,3}?(?:cards?|tasks?|items?|entries|are (?:there|listed|visible)|in (?:it|the|that|to|done|each)\b(?! (?:\w+ )?(?:header|heading|title|badge))|real|actual)\b/i;

/** A number that can count tasks: no duration, size, date, version or key. */
const FIGURE =
  /(?<![\w.:#-])\d{1,2}(?![\w%]|\.\d| ?px|:\d| (?:seconds?|secs?|minutes?|hours?|days?|weeks?|months?|years?|times|tries|attempts|clicks|pixels|(?:jan|febr?)(?:uary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|(?:nov|dec)(?:ember)?)\b)/gi;

/** A line of a finding that says itself what its figures are. */
const SAW =
  /^\W*(?:what (?:i|we) (?:saw|got)|what happens|saw|seen|observed|actual(?:ly)?(?: result)?|got|result|displayed|shown)\b[^:]{0,20}:/i;

/** What each figure of a sentence stands for, by the nearest words before and after it. */
export function figuresOf(sentence: string): Figure[] {
  const found = [...sentence.matchAll(FIGURE)];
  return found.map((match, index) => {
    const previous = found[index - 1];
    const start = previous === undefined ? 0 : previous.index + previous[0].length;
    const before = sentence.slice(Math.max(start, match.index - 70), match.index).replace(/^.*\|/, '');
    const end = match.index + match[0].length;
    const after = sentence.slice(end, found[index + 1]?.index ?? end + 40);
    const cue = [...before.matchAll(new RegExp(String.raw`(?<![\w-])(?:(${SHOWN})|(${REAL}))(?![\w-])`, 'gi'))].at(-1);
    const place = [...before.matchAll(PLACE)].at(-1);
    const isCards = CARDS_AFTER.test(after);
    const isHeaders = /\b(?:headers?|headings?|titles?|names?|badges?|counters?) (?:has|have|having) $/i.test(before);
    let role: Figure['role'] = 'none';
    if (/(?<!\bas )(?<!\bas (?:it|they) )\b(?:expect(?:ed|s)?|should|supposed to|ought to)\b/i.test(before))
      role = 'real';
    else if (isHeaders && !isCards) role = 'shown';
    // What another screen says is the yardstick.
    else if (place?.[2] !== undefined && cue?.[1] !== undefined) role = 'real';
    else if (cue?.[2] !== undefined)
      role = isTotal(Number(match[0])) && SAW.test(sentence) && !isCards ? 'shown' : 'real';
    else if (cue?.[1] !== undefined) role = isCards ? 'either' : 'shown';
    else if (isCards) role = 'real';
    else if (isTotal(Number(match[0])) && SAW.test(sentence)) role = 'shown';
    if (/\b(?:estimates?|points?)\W*$/i.test(before)) role = 'none';
    if (role !== 'real' && CANCEL.test(before) && !/\b(?:shows?|says?|reads?|displays?)\b/i.test(before)) role = 'none';
    return { value: Number(match[0]), at: match.index, role };
  });
}
