/**
 * Whether a finding says that the counts in the Board's column headers are wrong: that they are the total, that they
 * differ from the cards below, or both figures side by side.
 */
export interface Finding {
  text: string;
  context: string;
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
const withDigits = (text: string): string =>
  text.replace(/\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/gi, (word) =>
    String(WORDS.indexOf(word.toLowerCase())),
  );

/** Ten tasks; a tester may have added or deleted one or two. */
const isTotal = (figure: number): boolean => figure >= 8 && figure <= 13;
const COLUMN =
  /\b(?:columns?|headers?|headings?|lanes?|swimlanes?|to[- ]?do|col(?:umn)? titles?|badges?|pills?|counters?)\b|"(?:to do|done)"/i;
const PLACE =
  /\b(?:(board|kanban|columns?|column headers?|headers?|headings?|lanes?|to[- ]?do|badges?)|(filters?|filter tabs?|tabs?|tasks? (?:page|list|screen|view|tab|title|heading|count)|on tasks|all \(|active|sidebar|nav\w*|inbox|activity|settings|members?|bell|notifications?|invites?|search|workspace))\b/gi;

/** `claim`: a sentence of the finding, without praise and denials. */
export function saysCountIsWrong(finding: Finding, claim: string): boolean {
  const everything = `${finding.context}\n${finding.text}`;
  if (!/\b(?:board|kanban)\b/i.test(everything) || !COLUMN.test(everything)) return false;
  const sentence = withDigits(claim);
  const points = [
    pairAt(sentence),
    faultAt(sentence),
    totalAt(sentence),
    splitPairAt(sentence, withDigits(finding.text)),
  ];
  return points.some((end) => end !== undefined && isAboutBoard(finding, sentence, end));
}

/** The last place named up to the claim's point, or right after it; else before it in the finding, else above it. */
function isAboutBoard({ text, context }: Finding, sentence: string, end: number): boolean {
  const whole = withDigits(text);
  const start = Math.max(0, whole.indexOf(sentence.slice(0, 40)));
  const right =
    /^\W*(?:\w+ ){0,3}?(?:in|on|of|at|for|beside|next to) [^.,;]{0,40}/i.exec(sentence.slice(end))?.[0] ?? '';
  const near = [...sentence.slice(0, end).matchAll(PLACE)].at(-1) ?? [...right.matchAll(PLACE)][0];
  const place = near ?? [...`${context}\n${whole.slice(0, start)}`.matchAll(PLACE)].at(-1);
  return place === undefined || place[1] !== undefined;
}

interface Figure {
  value: number;
  at: number;
  role: 'shown' | 'real' | 'either' | 'none';
}

const SHOWN = `(?:shows?|shown|showing|says?|saying|reads?|reading|displays?|displayed|displaying|claims?|states?|reports?|gives?|lists?|labell?ed|header|heading|headers|headings|counts?|counter|badge|badges|number|figure|title|but|still|both|stays?|remains?|becomes?|goes|went|jumps?|up|to|is|are|at|as|=|actual:|observed:|got:?|seen:|shown:|result:|header:|count:|to ?do|to-do|done)`;
const REAL = `(?:expected|expects?|should|instead|rather|than|not|isn't|aren't|n't|only|contains?|holds?|containing|holding|has|have|having|there(?:'s| is| are)|actually|actual|really|real|reality|truly|with|despite|for|vs|versus|against|≠|!=|cards?:|below|underneath|correct|right|visible|lists?|in it|of)`;
const CANCEL =
  /\b(?:total(?:s|ling)?(?: of)?|together|altogether|in all|sum|add(?:s|ing)? up to|all in all|tasks? in)\W*$/i;
const CARDS_AFTER =
  /^\s*(?:\w+ ){0,3}?(?:cards?|tasks?|items?|entries|are (?:there|listed|visible)|in (?:it|the|that|to|done|each)|real|actual)\b/i;

/** What each figure of a sentence stands for, by the nearest words before and after it. */
function figuresOf(sentence: string): Figure[] {
  const found = [...sentence.matchAll(/(?<![\w.:#-])\d{1,2}(?![\w%]|\.\d| ?px|:\d)/g)];
  return found.map((match, index) => {
    const previous = found[index - 1];
    const start = previous === undefined ? 0 : previous.index + previous[0].length;
    const before = sentence.slice(Math.max(start, match.index - 70), match.index).replace(/^.*\|/, '');
    const end = match.index + match[0].length;
    const after = sentence.slice(end, found[index + 1]?.index ?? end + 40);
    const cue = [...before.matchAll(new RegExp(String.raw`(?<![\w-])(?:(${SHOWN})|(${REAL}))(?![\w-])`, 'gi'))].at(-1);
    const isCards = CARDS_AFTER.test(after);
    let role: Figure['role'] = 'none';
    if (/(?<!\bas )(?<!\bas (?:it|they) )\b(?:expect(?:ed|s)?|should|supposed to|ought to)\b/i.test(before))
      role = 'real';
    else if (cue?.[2] !== undefined) role = 'real';
    else if (cue?.[1] !== undefined) role = isCards ? 'either' : 'shown';
    else if (isCards) role = 'real';
    if (role !== 'real' && CANCEL.test(before) && !/\b(?:shows?|says?|reads?|displays?)\b/i.test(before)) role = 'none';
    return { value: Number(match[0]), at: match.index, role };
  });
}

const OBJECTION =
  /\b(?:instead|rather than|but|although|though|even though|while|whereas|despite|only|not|n't|yet|should|vs|versus|against|expected|actual(?:ly)?|regardless|no matter|when|where|for)\b|≠|!=/i;

/** A column's header shows the total, its cards are fewer: both in one sentence. */
function pairAt(sentence: string): number | undefined {
  const figures = figuresOf(sentence);
  const shown = figures.filter(({ value, role }) => isTotal(value) && (role === 'shown' || role === 'either'));
  for (const total of shown) {
    const others = figures.filter(({ value, role }) => value < total.value && role !== 'shown');
    for (const real of others) {
      const isTerse = /^\W*(?:\/|vs|cards)/i.test(sentence.slice(real.at - 2));
      if (real.role !== 'real' && !isTerse && !OBJECTION.test(sentence)) continue;
      const before = sentence.slice(0, Math.max(total.at, real.at));
      if (COLUMN.test(before) || /\bcount|number|badge/i.test(before) || OBJECTION.test(sentence)) return total.at;
    }
  }
  return undefined;
}

/** The header's figure here, the column's cards elsewhere in the finding. */
function splitPairAt(sentence: string, text: string): number | undefined {
  const total = figuresOf(sentence).find(({ value, role }) => isTotal(value) && role === 'shown');
  if (total === undefined || !COLUMN.test(sentence)) return undefined;
  const others = text.split(/[.!?]\s+|\n/).filter((part) => !sentence.includes(part.trim()));
  const isReal = others.some((part) =>
    figuresOf(part).some(({ value, role }) => role === 'real' && value < total.value),
  );
  return isReal ? total.at : undefined;
}

const COUNT = `(?:counts?|counters?|numbers?|figures?|tall(?:y|ies)|badges?|amounts?|quantit(?:y|ies)|totals?)`;
const WRONG = String.raw`(?:wrong(?:ly)?|incorrect(?:ly)?|inaccurate|inconsistent|mis-?match\w*|mis-?counts?|discrepanc\w+|differs?\b|different\b(?! (?:font|size|colou?r|style|shade|weight))|disagrees?|contradicts?|off(?!-| cent)|stale|outdated|misleading|bogus|false|mistaken|out of sync|inflated|too (?:high|large|big)|broken|bug|never (?:changes?|updates?|moves?)|(?:is |are |does |do |did )?(?:not|n't)(?: \w+){0,2} (?:match\w*|correspond|agree|equal|fit|updated?|change\w*|add up|tally|reflect|correct|right|accurate|follow|react|split|filtered|the same as)|doesn't (?:\w+ )?(?:match|update|change|reflect)|fails? to (?:match|update|reflect|follow)|ignores?|regardless|no matter|irrespective|unrelated|the same (?:number|count|figure|total) (?:in|on|for) (?:both|every|each|all))`;
const faulty = [
  new RegExp(String.raw`\b${COUNT}\b[^.]{0,120}?\b${WRONG}`, 'i'),
  new RegExp(
    String.raw`\b${COUNT}\b[^.]{0,80}?n't (?:\w+ )?(?:match|correspond|agree|equal|fit|update|change|add up|tally|reflect|correct|right|accurate|follow|react|move)`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:wrong|incorrect|inaccurate|mismatch\w*|misleading|inconsistent|false|stale|inflated|bogus|identical)\b[^.]{0,60}?\b${COUNT}\b`,
    'i',
  ),
  new RegExp(
    String.raw`(?:\b(?:none|no|neither|not|never|fails? to)|n't)\b[^.]{0,60}?\b(?:right|correct|accurate|proper|matching|own)\b[^.]{0,20}?\b${COUNT}`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:neither|none|no)\b[^.]{0,30}?\b${COUNT}\b[^.]{0,30}?\b(?:changes?|updates?|moves?|follows?|reacts?|match(?:es)?|fits?|agrees?)\b`,
    'i',
  ),
  new RegExp(
    String.raw`(?:\b(?:not|never|fails? to)|n't) (?:\w+ ){0,3}?(?:change|update|affect|alter|refresh|adjust)\w*\b[^.]{0,40}?\b${COUNT}`,
    'i',
  ),
  new RegExp(String.raw`\b${COUNT}\b[^.]{0,60}?(?:\bnot|n't) (?:\w+ ){0,2}?per[- ]column`, 'i'),
  /\b(?:columns?|headers?|board)\b[^.]{0,40}\bmis-?counts?\b/i,
];

function faultAt(sentence: string): number | undefined {
  for (const pattern of faulty) {
    const match = pattern.exec(sentence);
    if (match === null) continue;
    return match.index + match[0].length;
  }
  return undefined;
}

const ALL = String.raw`(?:(?:the )?(?:overall|grand|combined|global|whole|entire)(?: \w+){0,2} (?:total|count|number|board|list)|(?:the )?total(?: number| count)?(?: of (?:all |the )?(?:tasks|cards)(?: on the board| overall| in the workspace)?)?|(?:number|count) of (?:all|every)(?: the)? (?:tasks?|cards?)|all (?:the )?(?:\d+ )?(?:tasks|cards)|every task|(?:tasks|cards) (?:of|in|on|from|across) (?:both|all|the (?:whole|entire)) \w+|sum of both|both columns|(?:count|number|total|figure) (?:of|for|across) (?:the )?(?:entire|whole) \w+)`;
const totals = [
  /\b(?:is|are|shows?|displays?|says?|uses?) (?:the )?(?:count|number|total|figure) (?:of|for|across) (?:the )?(?:entire|whole) (?:board|list)/i,
  new RegExp(
    String.raw`\b(?:counts?|counters?|numbers?|figures?|badges?|headers?|headings?|columns?)\b[^.]{0,60}?\b(?:is|are|shows?|showing|displays?|says?|gives?|uses?|reads?|counts?|reflects?|contains?|equals?|includes?|has|have|being)\b[^.]{0,25}?\b${ALL}\b`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:shows?|displays?|counts?|counting|says?|uses?)\b[^.]{0,20}?\b${ALL}\b[^.]{0,40}?\b(?:instead|rather than|not)\b`,
    'i',
  ),
];
const OF_ITS_COLUMN =
  /^[^.,]{0,25}\b(?:in|of|for) (?:the|that|its|each|this|every|their)(?: own)? (?:column|lane|list)s?\b/i;

/** "The headers show the total", unless it is the total of the column's own cards. */
function totalAt(sentence: string): number | undefined {
  for (const pattern of totals) {
    const match = pattern.exec(sentence);
    if (match === null) continue;
    const end = match.index + match[0].length;
    if (!OF_ITS_COLUMN.test(sentence.slice(end))) return end;
  }
  return undefined;
}
