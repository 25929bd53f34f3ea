const SHOULD = /^(.+?) should (.+)$/i;
const ADVERBS = /\b(?:still|now|also|then) /g;
const BETWEEN = /,? and |, /;
const THERE = /^(?:appear|open|exist|be (?:visible|there|shown|open)|stay(?: open| there| visible)?)$/;
const GONE = /^(?:disappear|close|be (?:gone|absent|hidden|closed))$/;
const INSIDE = /^(?:(?:be|stay|move)(?: back)?) (?:to|in|on) (.+)$/;

/**
 * Sentences that say what should be, as sentences that say what is expected, one for each of their subjects: "The field
 * should now be empty" is "Expect The field to be empty". Undefined for any other sentence.
 */
export function asExpected(sentence: string): string[] | undefined {
  const [, subjects, said] = SHOULD.exec(sentence) ?? [];
  if (subjects === undefined || said === undefined || SHOULD.test(said)) return undefined;
  const words = said.replace(ADVERBS, '').replace(/ (?:again|now)$/, '');
  const each = (predicate: string) => subjectsOf(subjects).map((subject) => `Expect ${subject}${predicate}`);
  if (subjects.toLowerCase() === 'you') return [`Expect you to ${words}`];
  const [, opens, rest = ''] = /^(open at «\d+»|open|appear) with (.+)$/.exec(words) ?? [];
  if (opens !== undefined) {
    const [, text, field] = /^(«\d+») in (.+)$/.exec(rest) ?? [];
    const more = text === undefined ? `Expect ${rest}` : `Expect ${field} to hold ${text}`;
    return [...each(predicateOf(opens) ?? ''), more];
  }
  const predicate = predicateOf(words);
  return predicate === undefined ? undefined : each(predicate);
}

/** "… "B" and "C" should be gone" behind a text that something should read: is "B" read there, or gone? */
export function isMuddled(sentence: string): boolean {
  const [, subjects = ''] = SHOULD.exec(sentence) ?? [];
  return BETWEEN.test(subjects) && !/, and (?!.*(?: and |, ))/.test(subjects);
}

function predicateOf(said: string): string | undefined {
  const [, denied] = /^(?:not|no longer) (.+)$/.exec(said) ?? [];
  const words = denied ?? said;
  const isDenied = denied !== undefined;
  const [, place] = INSIDE.exec(words) ?? [];
  if (place !== undefined) return ` in ${place}${isDenied ? ' to be gone' : ''}`;
  if (THERE.test(words)) return isDenied ? ' to be gone' : '';
  if (GONE.test(words)) return isDenied ? '' : ' to be gone';
  if (!isDenied) return ` to ${words}`;
  return words.startsWith('be ') ? ` not to ${words}` : undefined;
}

/** "the columns "To do" and "Done"" are the column "To do", and the column "Done". */
function subjectsOf(subjects: string): string[] {
  const parts = subjects.split(BETWEEN);
  let noun = '';
  return parts.map((part, index) => {
    const [, before = '', name = ''] = /^(.*?)(«\d+»)$/.exec(part) ?? [];
    if (name === '') noun = '';
    else if (before !== '') {
      const isPlural = /^«\d+»$/.test(parts[index + 1] ?? '');
      noun = isPlural ? before.replace(/s $/, ' ') : before;
    }
    return name === '' ? part : `${noun}${name}`;
  });
}
