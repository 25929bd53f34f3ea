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
  const inner = /^(.+?) (in|on|of|inside|at) (.+)$/.exec(phrase);
  const whole = readOne(phrase, quotes, places);
  if (whole !== undefined) return { ...whole, said };
  const [, owned] = /^its (.+)$/i.exec(phrase) ?? [];
  if (owned !== undefined) {
    const target = readOne(owned, quotes, places);
    return target === undefined ? undefined : { ...target, within: { by: { kind: 'it' }, said: 'it' }, said };
  }
  if (inner === null) return undefined;
  const [, what = '', word = '', where = ''] = inner;
  const target = readOne(what, quotes, places);
  if (target === undefined) return undefined;
  // "the title "Lamps" on its card": the card of that name.
  const [, owner] = /^its ([a-z][a-z ]*)$/i.exec(where) ?? [];
  if (owner !== undefined && target.name !== undefined) {
    const within = readNamed(target.name, owner, places);
    return within === undefined ? undefined : { ...target, within: { ...within, said: where }, said };
  }
  const of = quotes.textOf(where);
  if (word === 'of' && of !== undefined) return { ...target, of, said };
  const within = readPart(where, quotes, places);
  return within === undefined ? undefined : { ...target, within, said };
}

/** What something lies in. A name alone is a place of the file, or a part of the page; a control holds nothing. */
function readPart(phrase: string, quotes: Quotes, places: Places): Target | undefined {
  const name = quotes.textOf(phrase.replace(/^the /i, ''));
  if (name === undefined) return readTarget(phrase, quotes, places);
  const said = quotes.restore(phrase);
  const by = byOf(name.toLowerCase(), places);
  return by?.kind === 'place' ? { by, said } : { by: { kind: 'part' }, name, said };
}

function readOne(phrase: string, quotes: Quotes, places: Places): Omit<Target, 'said'> | undefined {
  if (/^it$/i.test(phrase)) return { by: { kind: 'it' } };
  const words = phrase.replace(/^(?:the|a|an|any|that|this) /i, '');
  const definite = /^(?:the|that|this) /i.test(phrase) ? ({ isDefinite: true } as const) : {};
  const name = quotes.textOf(words);
  if (name !== undefined) return { by: { kind: 'control' }, name };
  const [, before, kind = ''] = /^(«\d+») ([a-z][a-z -]*)$/.exec(words) ?? [];
  if (before !== undefined) return readNamed(quotes.textOf(before) ?? '', kind, places);
  const parts = /^([a-z][a-z0-9 -]*?)(?: (?:called |named |with the text )?(«\d+»))?$/.exec(words);
  if (parts === null) return undefined;
  const [, noun = '', quoted] = parts;
  const [first = '', ...rest] = noun.split(' ');
  const whole = byOf(noun, places);
  const nth = whole === undefined ? ordinalOf(first) : undefined;
  const called = quoted === undefined ? undefined : quotes.textOf(quoted);
  const by = nth === undefined ? whole : byOf(rest.join(' '), places);
  if (by === undefined) return called === undefined ? undefined : readNamed(called, noun, places);
  if (by.kind === 'text' && called === undefined) return undefined;
  return { by, ...definite, ...(called === undefined ? {} : { name: called }), ...(nth === undefined ? {} : { nth }) };
}

/** The "Done" column: a place that is called so, or a column with this name. */
function readNamed(name: string, kind: string, places: Places): Omit<Target, 'said'> | undefined {
  const whole = byOf(`${name} ${kind}`.toLowerCase(), places);
  if (whole?.kind === 'place') return { by: whole };
  const by = byOf(kind, places);
  return by === undefined || by.kind === 'text' ? undefined : { by, name };
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
