import type { Expectation, State, Target } from './act.ts';
import { type Pattern, pattern } from './pattern.ts';
import { readPlural } from './read-target.ts';

/** A name by itself is something to press or fill in; seen, it is a text. */
const seen = (target: Target): Target => (target.by.kind === 'control' ? { ...target, by: { kind: 'text' } } : target);

const STATES: Readonly<Record<string, { state: State; holds: boolean }>> = {
  ticked: { state: 'ticked', holds: true },
  unticked: { state: 'ticked', holds: false },
  enabled: { state: 'enabled', holds: true },
  disabled: { state: 'enabled', holds: false },
  empty: { state: 'empty', holds: true },
  focused: { state: 'focused', holds: true },
  selected: { state: 'selected', holds: true },
  pressed: { state: 'pressed', holds: true },
  on: { state: 'on', holds: true },
  off: { state: 'on', holds: false },
};

/** "#c00", "#cc0000" or "rgb(204, 0, 0)", as a browser computes it; names of colours say too little. */
function readColour(text: string): string | undefined {
  if (/^rgb\(\d{1,3}, \d{1,3}, \d{1,3}\)$/.test(text)) return text;
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1];
  if (hex === undefined) return undefined;
  const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
  return `rgb(${[0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)).join(', ')})`;
}

/** A pattern for each word that a state has, since the word is not kept. */
const states: Pattern<Expectation>[] = Object.entries(STATES).flatMap(([word, { state, holds }]) => [
  pattern(`<target> to be [still] ${word}`, ({ target }) => ({ see: 'state', target, state, holds })),
  pattern(`<target> (not to be|to be not) ${word}`, ({ target }) => ({ see: 'state', target, state, holds: !holds })),
]);

/** What can follow "Expect". The first that makes sense counts. */
export const expectations: readonly Pattern<Expectation>[] = [
  pattern('the address to be <page>', ({ page }) => ({ see: 'address', text: page })),
  pattern('you to be (on|at) <page>', ({ page }) => ({ see: 'address', text: page })),
  pattern('you to be on <words> at <page>', ({ page }) => ({ see: 'address', text: page })),
  pattern('the page [<words>] to open at <page>', ({ page }) => ({ see: 'address', text: page })),
  pattern('the title of the page to be <text>', ({ text }) => ({ see: 'title', text })),
  ...states,
  pattern('<target> to have the (focus|cursor) [in it]', ({ target }) => ({
    ...{ see: 'state', target, state: 'focused', holds: true },
  })),
  pattern('<target> to (say|read|show|contain) <text>', ({ target, text }) => ({ see: 'contains', target, text })),
  pattern('<target> to (say|read|be) exactly <text>', ({ target, text }) => ({ see: 'text', target, text })),
  pattern('<target> to (hold|have the value) <text>', ({ target, text }) => ({ see: 'value', target, text })),
  pattern('<target> to have the colour <text>', ({ target, text }) => {
    const colour = readColour(text);
    return colour === undefined ? undefined : { see: 'colour', target: seen(target), colour };
  }),
  pattern('<target> (above|before) <target2>', ({ target, target2 }) => ({
    ...{ see: 'above', upper: seen(target), lower: seen(target2) },
  })),
  pattern('<target> (below|after) <target2>', ({ target, target2 }) => ({
    ...{ see: 'above', upper: seen(target2), lower: seen(target) },
  })),
  pattern('[exactly] <n> <rest>', ({ n, rest }, { quotes, places }) => {
    const counted = readPlural(rest, quotes, places);
    if (counted === undefined) return undefined;
    const target = seen(counted);
    return n === 0 ? { see: 'absent', target } : { see: 'count', target, count: n };
  }),
  pattern('<target> [exactly] <times>', ({ target, times }) => ({ see: 'count', target: seen(target), count: times })),
  pattern('<target> to be (gone|absent|hidden)', ({ target }) => ({ see: 'absent', target: seen(target) })),
  pattern('<target> [to be (visible|there|shown)]', ({ target }) => ({ see: 'visible', target: seen(target) })),
];
