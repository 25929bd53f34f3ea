const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const TIMES: Readonly<Record<string, number>> = { once: 1, twice: 2 };

/** "no", "three" or "13"; undefined for any other word. */
export function numberOf(word: string): number | undefined {
  if (/^\d{1,4}$/.test(word)) return Number(word);
  const index = WORDS.indexOf(word.toLowerCase());
  return index === -1 ? undefined : index;
}

/** From 1; "last" is -1; undefined for any other word. */
export function ordinalOf(word: string): number | undefined {
  if (word.toLowerCase() === 'last') return -1;
  const index = ORDINALS.indexOf(word.toLowerCase());
  return index === -1 ? undefined : index + 1;
}

/** "once", "twice", "three times". */
export function timesOf(words: string): number | undefined {
  const known = TIMES[words];
  if (known !== undefined) return known;
  const count = /^(\w+) times$/.exec(words)?.[1];
  return count === undefined ? undefined : numberOf(count);
}
