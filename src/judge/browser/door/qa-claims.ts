/** Sentences of plain text. A line break ends one only where a paragraph, a bullet or a label begins. */
export function readSentences(text: string): string[] {
  return text
    .replace(/\b(e\.g|i\.e|vs|approx|etc)\.(?=\s)/gi, '$1')
    .split(/(?<=[^\d\s][.!?…]["')\]]*|\d[.!?])\s+(?=["'(]*[A-Z0-9])|\n{2,}|\n(?=[A-Z][\w ]{0,30}:\s)|;\s+/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => /\w/.test(sentence));
}

const FAULT = String.raw`(?:wrong(?:ly)?|incorrect(?:ly)?|inaccura\w+|inconsisten\w+|mis-?match\w*|mis-?counts?|discrepanc\w+|differs?|different|disagree\w*|contradict\w*|broken|buggy|bugs?|faulty|faults?|defects?|errors?|issues?|problems?|stale|outdated|misleading|bogus|false|mistaken|off|out of sync|out of step|deviat\w+|unexpected|failures?|unclickable|blocked|intercept\w*|ignored|lost)`;
const PRAISE = `(?:correct(?:ly)?|right|accurate(?:ly)?|fine|well|ok(?:ay)?|good|proper(?:ly)?|consistent(?:ly)?|in sync|in order|as (?:it |they )?(?:expected|intended|designed|documented|should(?: be)?)|up[ -]to[ -]date|plausible|reliable|reliably|(?:match(?:es|ed|ing)?|equals?|the same as|identical to)(?! (?:\\w+ ){0,4}?(?:all|total|whole|overall|entire|complete|every)\\b)|agrees?|agreed|agreement|correspond(?:s|ed|ing)?|tall(?:y|ies|ied)|adds? up(?! to \\d)|works?|worked|working|clean)`;
const NEGATOR = `(?:not|n't|never|no longer|no|none|neither|nor|nothing|without|cannot|can't|couldn't|free of|fails? to|failed to|hardly|isn't|aren't|absence of|zero|nowhere)`;
const GAP = String.raw`(?:[^\s.;:]+ ){0,8}?`;

const negatedFault = new RegExp(String.raw`\b${NEGATOR}\b[ ,]${GAP}["']?${FAULT}\b`, 'i');
const negatedFaultShort = new RegExp(String.raw`n't ${GAP}["']?${FAULT}\b`, 'i');
const negatedPraise = new RegExp(String.raw`(?:\b${NEGATOR}\b[ ,]|n't )${GAP}["']?${PRAISE}\b`, 'i');
const praise = new RegExp(String.raw`\b${PRAISE}\b`, 'i');
const fault = new RegExp(String.raw`\b${FAULT}\b`, 'i');
/** Praise as a yardstick: what should be, or what the product shows something else than. */
const yardstick = new RegExp(
  String.raw`\b(?:should|must|ought to|shall|supposed to|expected|expect|want|need(?:s|ed)? to|would|rather than|instead of|in place of|not just|far from|to be|than) ${GAP}["']?${PRAISE}\b|\b(?:the|its|their|a) (?:correct|right|accurate|proper|good|matching|working) (?:\w+ ){0,3}(?:should|would|is|are|must|being)\b|\bright (?:side|hand|away|after|now|above|below|next|under|column)\b|\b\d+["']? (?:is|was|would be|being) (?:the )?(?:correct|right)\b|\bas well\b|\b(?:well|right) (?:above|below)\b`,
  'i',
);
const nothingFound =
  /\bnothing (?:else )?(?:\w+ )?(?:found|noticed|seen|unusual|to report|to add|stood out)\b|\b(?:did not|didn't|couldn't|could not|can't|cannot|was unable to|never) (?:\w+ )?(?:find|see|notice|spot|detect|reproduce|observe|encounter)\b(?! (?:why|how))|\b(?:none|no (?:such )?(?:findings?|anomal\w+|irregularit\w+|deviations?|difference|complaints?|surprises))\b|\ball (?:is )?(?:clear|green|well)\b|^(?:ok|okay|pass(?:ed)?|fine|none|good|n\/a|works|no)\W*$|\bpass(?:es|ed)\b/i;
/** What somebody set out to look for is not yet a finding. */
const hypothetical =
  /\b(?:check(?:ed|ing)?|look(?:ed|ing)?|test(?:ed|ing)?|verif\w+|watch\w*|search\w*|compar\w+|examin\w+|inspect\w*|investigat\w+|make sure|making sure|see|ask(?:ed)?)\b (?:\S+ ){0,5}?(?:for|whether|if|that)\b|^(?:if|whether|in case|could|might|maybe|are|is|do|does|can)\b|\b(?:might|may|could) (?:be|also be)\b|\?\W*$/i;
const elliptic =
  /\b(?:but|and|yet|however),? (?:\w+ ){0,2}(?:they|it|that|this|these|both)? ?(?:do|does|did|is|are|was|were|has|have)(?: not|n't)\W*$|\b(?:but|and),? (?:found|find) (?:that )?(?:they|it)\b/i;
/** A later line that takes the finding back. */
const RETRACTION =
  /\b(?:not (?:a bug|an issue|a problem|reproducible)|false alarm|(?:could not|couldn't|can't|cannot|unable to|not able to|failed to) (?:be )?reproduced?|no longer (?:happens|reproducible)|turned out (?:to be )?(?:fine|correct|right)|on second look|retract(?:ed)?|works? as designed|(?:is|are|it's|all) by design|^by design\W*$)\b/i;

export const retracts = (sentence: string): boolean => RETRACTION.test(sentence);

const CONTRAST =
  /[,;:]?\s+(?:-\s+)?\b(but|however|although|though|yet|except that|except|while|whereas|only that|even though|unlike|apart from)\b[,:]?\s+|\s+-\s+|\s*[;|]\s+|\s+\((?=[a-z]{2,} )|,\s+(?=(?:on|in|at) the )/i;

/** What is left of a sentence when its praise and denials are taken out; empty if it claims nothing. */
export function claimOf(sentence: string): string {
  const text = sentence.replace(/\bnot only\b/gi, 'also').replace(/\bno\. ?(?=\d)/gi, 'number ');
  if (hypothetical.test(text) && !/^(?:why|how come)\b/i.test(text)) {
    if (elliptic.test(text)) return `${text.replace(/\W+$/, '')}: it does not match`;
    const rest = text.split(/,? (?:but|and found|and saw|and noticed|and got|however)\b/i).slice(1);
    return rest.map(claimOf).filter(Boolean).join(' ');
  }
  const parts = cut(text);
  const kept = parts.filter(({ words }) => !claimsNothing(words));
  if (kept.length === 0) return '';
  if (kept.length === parts.length) return text;
  return kept.map(({ link, words }) => `${link} ${words}`.trim()).join(' ');
}

function cut(text: string): { link: string; words: string }[] {
  const pieces = text.split(new RegExp(CONTRAST.source, 'gi'));
  // Every second piece is the captured link word.
  const parts: { link: string; words: string }[] = [];
  for (let index = 0; index < pieces.length; index += 2) {
    parts.push({ link: pieces[index - 1] ?? '', words: (pieces[index] ?? '').trim() });
  }
  return parts.filter(({ words }) => words !== '');
}

function claimsNothing(words: string): boolean {
  if (negatedPraise.test(words) && !negatedFault.test(words)) return false;
  if (negatedFault.test(words) || negatedFaultShort.test(words)) return true;
  if (nothingFound.test(words)) return true;
  return praise.test(words) && !yardstick.test(words) && !fault.test(words);
}
