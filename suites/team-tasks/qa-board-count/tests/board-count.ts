import { figuresOf, isTotal, PLACE, withDigits } from './figures.ts';

/**
 * Whether a finding says that the counts in the Board's column headers are wrong: that they are the total, that they
 * differ from the cards below, or both figures side by side.
 */
export interface Finding {
  text: string;
  context: string;
}

const COLUMN =
  /\b(?:columns?|headers?|headings?|lanes?|swimlanes?|to[- ]?do|col(?:umn)? titles?|badges?|pills?|counters?)\b|"(?:to do|done)"/i;
/** Numbers and badges that are not the count of a column. */
const OTHER_COUNTS =
  /\b(?:priority|stars?|starred|high|medium|low|notifications?|unread|bell|due|status|assignee|members?) (?:badges?|counts?|numbers?)\b|\b(?:number|count|amount) of (?:\w+ )?(?:stars?|warnings?|errors?|members?|people|invites?|notifications?|columns?|clicks?|comments?|files?|attachments?)\b/gi;

/** `claim`: a sentence of the finding, without praise and denials. */
export function saysCountIsWrong(finding: Finding, claim: string): boolean {
  const everything = `${finding.context}\n${finding.text}`;
  if (!/\b(?:board|kanban)\b/i.test(everything) || !COLUMN.test(everything)) return false;
  const sentence = withDigits(claim.replace(OTHER_COUNTS, 'marks'));
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

/** "I expected the number of cards in the column." */
const EXPECTED_COUNT =
  /\b(?:expect\w*|should|supposed to|ought to)\b[^.]{0,40}\bhow many (?:cards|tasks|items)\b|\b(?:expect\w*|should|supposed to|ought to)\b[^.]{0,60}\b(?:number|count|amount)s? of (?:(?:the|its|their|only) )?(?:own )?(?:cards?|tasks?|items?)(?: \w+){0,2}? (?:in|of) (?:the|its|that|each|their)\b|\b(?:expect\w*|should|supposed to|ought to)\b[^.]{0,60}\b(?:its|their) own (?:cards?|tasks?|count|number)\b/i;

/** The header's figure here, the column's cards elsewhere in the finding. */
function splitPairAt(sentence: string, text: string): number | undefined {
  const total = figuresOf(sentence).find(
    ({ value, role }) => isTotal(value) && (role === 'shown' || (role === 'either' && COLUMN.test(sentence))),
  );
  if (total === undefined || !COLUMN.test(text)) return undefined;
  const others = text.split(/[.!?;]\s+|\n/).filter((part) => !sentence.includes(part.trim()));
  if (others.some((part) => EXPECTED_COUNT.test(part))) return total.at;
  const isReal = others.some((part) =>
    figuresOf(part).some(({ value, role }) => role === 'real' && value < total.value),
  );
  return isReal ? total.at : undefined;
}

const COUNT = `(?:counts?|counters?|numbers?|figures?|tall(?:y|ies)|badges?|amounts?|quantit(?:y|ies)|totals?)`;
const WRONG = String.raw`(?:wrong(?:ly)?|incorrect(?:ly)?|inaccurate|inconsistent|mis-?match\w*|mis-?counts?|discrepanc\w+|differs?\b|different\b(?! (?:font|size|colou?r|style|shade|weight))|disagrees?|contradicts?|(?<!cut )off(?!-| cent)|stale|outdated|misleading|bogus|false|mistaken|out of sync|inflated|too (?:high|large|big)|broken|bug|never (?:changes?|updates?|moves?)|(?:is |are |does |do |did )?(?:not|n't)(?: \w+){0,2} (?:match\w*|correspond|agree|equal|fit|updated?|change\w*|add up|tally|reflect|correct|right|accurate|follow|react|split|filtered|restricted|the same as)|doesn't (?:\w+ )?(?:match|update|change|reflect)|fails? to (?:match|update|reflect|follow)|ignores?|regardless|no matter|irrespective|unrelated|the same (?:number|count|figure|total) (?:in|on|for) (?:both|every|each|all))`;
const UP_OR_DOWN = '(?:go(?:es)? (?:up|down)|drop|fall|rise|increase|decrease|grow|shrink)';
const faulty = [
  new RegExp(
    String.raw`\b${COUNT}\b[^.]{0,40}?\b(?:goes|went|goes|drops?|dropped|rises?|rose) (?:up|down)?\W*(?:as well|too|also)\b`,
    'i',
  ),
  new RegExp(
    String.raw`\b${COUNT}\b[^.]{0,30}?\b(?:neither|none|no)\b[^.]{0,40}?\b(?:change[sd]?|update[sd]?|move[sd]?|follow(?:s|ed)?|react(?:s|ed)?)\b`,
    'i',
  ),
  new RegExp(
    String.raw`\b${COUNT}\b[^.]{0,30}?\binclud(?:es?|ing) (?:the )?(?:finished|done|open|unfinished|completed|other|all|both)\b`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:neither|no|none)\b[^.]{0,30}?\b(?:gives?|shows?|states?|has|have|says?)\b[^.]{0,20}?\b${COUNT} of (?:its|their|the)\b`,
    'i',
  ),
  /\b(?:sum|total) of\b[^.]{0,30}?\b(?:counts?|numbers?|headers?|columns?)\b[^.]{0,15}?\b(?:1[6-9]|2[0-6])\b/i,
  new RegExp(String.raw`\b${COUNT}\b[^.]{0,60}?(?:\b(?:not|never)|n't) (?:\w+ )?${UP_OR_DOWN}`, 'i'),
  new RegExp(
    String.raw`\b(?:leaves?|keeps?)\b[^.]{0,40}?\b${COUNT}\b[^.]{0,20}?\b(?:at|unchanged|untouched|as (?:it|they) (?:is|are|was|were))\b`,
    'i',
  ),
  new RegExp(String.raw`\b(?:every|each|both|all)\b[^.]{0,60}?\bthe same ${COUNT}\b(?! as\b)`, 'i'),
  new RegExp(
    String.raw`\b(?:mov|delet|add|mark|finish|creat|remov|reopen)ing\b[^.]{0,60}?\b(?:lowers?|raises?|changes?|increases?|decreases?)\b[^.]{0,40}?\b${COUNT}\b[^.]{0,15}?\b(?:too|as well|also)\b`,
    'i',
  ),
  /\b(?:headers?|headings?|columns?|to ?do|done)\b[^.]{0,40}?\b(?:drop(?:s|ped)?|goes|went|change[sd]?|rises?|rose|jump(?:s|ed)?|falls?|fell) from \d+ to \d+,? (?:as well|too|also|although|though|even though|but)\b/i,
  /\b(?:headers?|headings?|columns?)\b[^.]{0,40}?(?:\b(?:not|never)|n't) (?:\w+ )?(?:reflect|match|correspond to|equal|follow) (?:the )?(?:number|count|amount)\b/i,
  new RegExp(
    String.raw`\b(?:${COUNT}|headers?|headings?|columns?)\b[^.]{0,40}?\b(?:add(?:s|ing)? up to|sums? (?:up )?to|total(?:s|ling)?|come to) (?:1[6-9]|2[0-6])\b`,
    'i',
  ),
  /\b(?:says?|shows?|claims?|reads?|displays?|reports?) (?:"|\()?(?:8|9|1[0-3])\b[^.]{0,30}?\b(?:can(?:no|')t (?:both )?be (?:right|true|correct)|impossible|makes? no sense)\b/i,
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

/** How something looks is another matter than what it says. */
const APPEARANCE =
  /\b(?:contrast|colou?rs?|fonts?|shades?|weight|aligned|alignment|misaligned|padding|spacing|screen readers?|hard to read|legib\w+|readab\w+|blurr\w+|off[- ](?:the )?screen|off[- ]?cent(?:er|re)|until (?:a |the |i |you )?(?:page )?(?:is )?(?:re-?load|refresh)\w*)\b/i;

function faultAt(sentence: string): number | undefined {
  if (APPEARANCE.test(sentence)) return undefined;
  for (const pattern of faulty) {
    const match = pattern.exec(sentence);
    if (match === null) continue;
    return match.index + match[0].length;
  }
  return undefined;
}

const TOTAL = String.raw`(?:(?:that|those) (?:of|for) (?:the )?(?:whole|entire) \w+|all (?:the )?(?:tasks|cards) \(?\d+|(?:the )?(?:overall|grand|combined|global|whole|entire)(?: \w+){0,2} (?:total|count|number)|(?:the )?total(?: number| count)?(?: of (?:all |the )?(?:tasks|cards)(?: on the board| overall| in the workspace)?)?|(?:number|count) of (?:all|every)(?: the)? (?:tasks?|cards?)|sum of both|(?:count|number|total|figure|size) (?:of|for|across) (?:the )?(?:entire|whole) \w+|all (?:the )?\d+ (?:tasks|cards))`;
/** A header or a column "shows all tasks" when it has no filter, too; a number cannot. */
const ALL = String.raw`(?:${TOTAL}|(?:overall|whole|entire)(?: \w+){0,2} (?:board|list)|all (?:the )?(?:tasks|cards)|every task|(?:tasks|cards) (?:of|in|on|from|across) (?:both|all|the (?:whole|entire)) \w+|both columns)`;
const IS =
  '(?:is|are|shows?|showing|displays?|says?|gives?|uses?|reads?|counts?|reflects?|contains?|equals?|match(?:es)?|includes?|has|have|being|(?:seems?|appears?) to be)';
const totals = [
  String.raw`\b${COUNT}\b[^.]{0,60}?\b${IS}\b[^.]{0,25}?\b${ALL}\b`,
  String.raw`\b(?:headers?|headings?|columns?)\b[^.]{0,60}?\b${IS}\b[^.]{0,25}?\b${TOTAL}\b`,
  String.raw`\b(?:headers?|headings?|columns?)\b[^.]{0,60}?\bcounts?\b[^.]{0,25}?\b${ALL}\b`,
  String.raw`\b(?:headers?|headings?)\b[^.]{0,40}?\b${IS}\b[^.]{0,20}?\b${ALL}\b[^.]{0,20}?\b(?:instead|rather than|not)\b[^.]{0,25}?\b(?:column|own|its|their|that)\b`,
  String.raw`^\W*(?:it|they|both|each|this|that)\b[^.]{0,20}?\b${IS}\b[^.]{0,25}?\b${TOTAL}\b`,
  String.raw`\b(?:displays?|counts?|counting|uses?|shows?|says?)\b[^.]{0,20}?\b${TOTAL}\b[^.]{0,40}?\b(?:instead|rather than|not)\b`,
].map((pattern) => new RegExp(pattern, 'i'));
const OF_ITS_COLUMN =
  /^[^.,]{0,25}\b(?:in|of|for) (?:the|that|its|each|this|their|(?<=(?:of|for) )every)(?: own)? (?:column|lane|list)s?\b/i;

/** "The headers show the total", unless it is the total of the column's own cards, or what somebody would like. */
function totalAt(sentence: string): number | undefined {
  for (const pattern of totals) {
    const match = pattern.exec(sentence);
    if (match === null || /\b(?:expect\w*|should|would|prefer|want)\b/i.test(match[0])) continue;
    const end = match.index + match[0].length;
    // What comes first names the place: "the count in the header is that of the whole task list".
    if (!OF_ITS_COLUMN.test(sentence.slice(end))) return match.index + match[0].search(new RegExp(ALL, 'i'));
  }
  return undefined;
}
