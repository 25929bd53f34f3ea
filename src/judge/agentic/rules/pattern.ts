import type { Target } from './act.ts';
import { numberOf, ordinalOf, timesOf } from './numbers.ts';
import type { Quotes } from './quotes.ts';
import { type Places, readTarget } from './read-target.ts';

/** What stands in the gaps of a sentence, by the gap's name. */
export interface Gaps {
  text: string;
  target: Target;
  target2: Target;
  /** A path of the app. */
  page: string;
  keys: string;
  n: number;
  n2: number;
  nth: number;
  times: number;
  /** Words of whoever wrote it, that say nothing to us. */
  words: string;
  /** What follows; read by whoever asks for it. */
  rest: string;
}

export interface Context {
  quotes: Quotes;
  places: Places;
  /** Words that a test may say after "Let". */
  conditions: readonly string[];
  /** Address by which the steps call the app. */
  origin?: string | undefined;
}

/** A sentence that is understood, and what it means. Undefined if the gaps hold nothing that makes sense. */
export interface Pattern<T> {
  /** As documented: gaps in <>, a choice in (a|b), what may be left out in []. */
  says: string;
  read(sentence: string, context: Context): T | undefined;
}

const NAMED_KEYS = [
  ...['Control', 'Shift', 'Alt', 'Meta', 'Enter', 'Escape', 'Tab', 'Space', 'Backspace', 'Delete', 'Home', 'End'],
  ...['PageUp', 'PageDown', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
];
const KEYS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(NAMED_KEYS.map((name) => [name.toLowerCase(), name])),
  ctrl: 'Control',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
};

const KEY = `(?:(?:Control|Ctrl|Shift|Alt|Meta)\\+)*(?:${Object.keys(KEYS).join('|')}|F\\d{1,2}|[A-Za-z0-9])`;

const GAPS: Readonly<Record<keyof Gaps, string>> = {
  text: '«\\d+»',
  target: '.+?',
  target2: '.+?',
  page: '.+?',
  keys: KEY,
  n: '\\w+',
  n2: '\\w+',
  nth: '\\w+',
  times: '\\w+(?: times)?',
  words: '[a-z][a-z -]*?',
  rest: '.+',
};

/** @example pattern('Type <text> into <target>', ({ text, target }) => ({ do: 'fill', text, target })) */
export function pattern<T>(says: string, mean: (gaps: Gaps, context: Context) => T | undefined): Pattern<T> {
  const names: (keyof Gaps)[] = [];
  const source = says
    .replace(/[.+?*^$\\]/g, '\\$&')
    .replace(/^\[([^\]]*)\] /, '(?:$1 )?')
    .replace(/( ?)\[([^\]]*)\]/g, '(?:$1$2)?')
    .replace(/\((?!\?)/g, '(?:')
    .replace(/<(\w+)>/g, (_, name: keyof Gaps) => {
      names.push(name);
      return `(${GAPS[name]})`;
    });
  const shape = new RegExp(`^${source}$`, 'i');
  return {
    says,
    read: (sentence, context) => {
      const found = shape.exec(sentence);
      if (found === null) return undefined;
      const gaps: Partial<Record<keyof Gaps, unknown>> = {};
      for (const [index, name] of names.entries()) {
        const value = readGap(name, found[index + 1] ?? '', context);
        if (value === undefined) return undefined;
        gaps[name] = value;
      }
      return mean(gaps as Gaps, context);
    },
  };
}

/** The first pattern that makes sense of a sentence. */
export function readBy<T>(patterns: readonly Pattern<T>[], sentence: string, context: Context): T | undefined {
  for (const each of patterns) {
    const meaning = each.read(sentence, context);
    if (meaning !== undefined) return meaning;
  }
  return undefined;
}

function readGap(name: keyof Gaps, words: string, { quotes, places, origin }: Context): unknown {
  switch (name) {
    case 'text':
      return quotes.textOf(words);
    case 'target':
    case 'target2':
      return readTarget(words, quotes, places);
    case 'page':
      return readPage(words, { quotes, places, origin });
    case 'keys':
      return readKeys(words);
    case 'n':
    case 'n2':
      return numberOf(words);
    case 'nth':
      return ordinalOf(words);
    case 'times':
      return timesOf(words);
    case 'words':
    case 'rest':
      return words;
  }
}

function readPage(words: string, { quotes, places, origin }: Omit<Context, 'conditions'>): string | undefined {
  const bare = words.replace(/^(?:the page |the address |the )/i, '');
  const place = [bare, bare.replace(/ page$/, '')]
    .map((name) => name.toLowerCase())
    .filter((name) => Object.hasOwn(places, name))
    .map((name) => places[name])[0];
  if (place !== undefined) return 'path' in place ? place.path : undefined;
  const said = quotes.textOf(bare) ?? bare;
  const address = origin !== undefined && said.startsWith(origin) ? said.slice(origin.length) || '/' : said;
  // What begins with two slashes is another host.
  return /^\/(?![/\\])\S*$/.test(address) ? address : undefined;
}

/** As the browser calls them. */
function readKeys(words: string): string {
  return words
    .split('+')
    .map((key) => KEYS[key.toLowerCase()] ?? (key.length > 1 ? key.toUpperCase() : key))
    .join('+');
}
