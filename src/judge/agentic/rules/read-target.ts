import type { Place } from '../../../schema/index.ts';
import type { Target } from './act.ts';
import { ordinalOf } from './numbers.ts';
import type { Quotes } from './quotes.ts';

export type Places = Readonly<Record<string, Place>>;

/** Words for what a page is made of, and the ARIA role that each stands for. */
export const ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  link: 'link',
  checkbox: 'checkbox',
  box: 'checkbox',
  switch: 'switch',
  'radio button': 'radio',
  field: 'textbox',
  'text field': 'textbox',
  'search field': 'searchbox',
  'list box': 'listbox',
  menu: 'menu',
  'menu item': 'menuitem',
  option: 'option',
  slider: 'slider',
  heading: 'heading',
  image: 'img',
  picture: 'img',
  dialog: 'dialog',
  list: 'list',
  entry: 'listitem',
  'list item': 'listitem',
  table: 'table',
  row: 'row',
  cell: 'cell',
  region: 'region',
  section: 'region',
  article: 'article',
  card: 'article',
  navigation: 'navigation',
  banner: 'banner',
  'error message': 'alert',
  alert: 'alert',
  message: 'status',
};

/**
 * Reads "the second button "Delete" in the row "Old invoices"" and the like; undefined for anything else. A name is
 * always quoted; a word without quotes is a role, or a place of the file.
 */
export function readTarget(phrase: string, quotes: Quotes, places: Places): Target | undefined {
  const said = quotes.restore(phrase);
  const inner = /^(.+?) (?:in|on|of|inside|at) (.+)$/.exec(phrase);
  const whole = readOne(phrase, quotes, places);
  if (whole !== undefined) return { ...whole, said };
  if (inner === null) return undefined;
  const [, what = '', where = ''] = inner;
  const target = readOne(what, quotes, places);
  const within = readTarget(where, quotes, places);
  return target === undefined || within === undefined ? undefined : { ...target, within, said };
}

function readOne(phrase: string, quotes: Quotes, places: Places): Omit<Target, 'said'> | undefined {
  const words = phrase.replace(/^(?:the|a|an|its|any|that|this) /i, '');
  const name = quotes.textOf(words);
  if (name !== undefined) return { by: { kind: 'control' }, name };
  const parts = /^([a-z][a-z0-9 -]*?)(?: (?:called |named |with the text )?(«\d+»))?$/.exec(words);
  if (parts === null) return undefined;
  const [, noun = '', quoted] = parts;
  const [first = '', ...rest] = noun.split(' ');
  const whole = byOf(noun, places);
  const nth = whole === undefined ? ordinalOf(first) : undefined;
  const by = nth === undefined ? whole : byOf(rest.join(' '), places);
  if (by === undefined) return undefined;
  const called = quoted === undefined ? undefined : quotes.textOf(quoted);
  if (by.kind === 'text' && called === undefined) return undefined;
  return { by, ...(called === undefined ? {} : { name: called }), ...(nth === undefined ? {} : { nth }) };
}

function byOf(noun: string, places: Places): Target['by'] | undefined {
  if (noun === 'text') return { kind: 'text' };
  const place = Object.hasOwn(places, noun) ? places[noun] : undefined;
  if (place !== undefined) return 'path' in place ? undefined : { kind: 'place', place };
  const role = Object.hasOwn(ROLES, noun) ? ROLES[noun] : undefined;
  return role === undefined ? undefined : { kind: 'role', role };
}

/** Reads what is counted: "rows" in "three rows", and "rows in the list". */
export const readPlural = (phrase: string, quotes: Quotes, places: Places): Target | undefined =>
  readTarget(singular(phrase), quotes, places) ?? readTarget(phrase, quotes, places);

/** The first noun of "rows in the list": of the words in our tables only, so nothing is guessed of the rest. */
function singular(phrase: string): string {
  return phrase.replace(/^[a-z0-9 -]*?[a-z](?= in| on| of| called| named| with| «|$)/, (noun) =>
    noun.replace(/(?:(?<=x|sh|ch|ss)es|ies|s)$/, (ending) => (ending === 'ies' ? 'y' : '')),
  );
}
