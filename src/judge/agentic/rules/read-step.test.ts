import { expect, test } from 'vitest';
import { readStep } from './read-step.ts';
import type { Places } from './read-target.ts';

const PLACES: Places = {
  board: { path: '/board' },
  note: { css: '.note' },
  'done column': { role: 'region', name: 'Done' },
};
const read = (step: string) => {
  const found = readStep(step, {
    places: PLACES,
    conditions: { 'the server refuse it': [{ path: '/api', status: 503 }] },
  });
  return found.understood ? found.acts : `not understood: ${found.part}`;
};

test.each([
  ['Open /tasks.', [{ do: 'open', address: '/tasks', inNewTab: false }]],
  ['Open the board in a new tab.', [{ do: 'open', address: '/board', inNewTab: true }]],
  ['Press Enter twice', [{ do: 'press', keys: 'Enter', times: 2 }]],
  [
    'Press escape, then f2 and pagedown',
    [{ do: 'press', keys: 'Escape' }, { do: 'press', keys: 'F2' }, { keys: 'PageDown' }],
  ],
  ['Press Ctrl+A', [{ do: 'press', keys: 'Control+A', times: 1 }]],
  ['Reload the page, then go back three times.', [{ do: 'reload' }, { do: 'back', times: 3 }]],
  ['Let the server refuse it.', [{ do: 'condition', name: 'the server refuse it' }]],
  ['Wait 5 seconds.', [{ do: 'wait', ms: 5000 }]],
  ['Answer OK when the browser asks.', [{ do: 'answer', accept: true }]],
  ['Choose "High" in the field "Priority".', [{ do: 'choose', option: 'High' }]],
  ['Choose "High" in the row "A".', [{ do: 'click', target: { name: 'High' } }]],
  ['Scroll down 300 pixels.', [{ do: 'scroll', dy: 300 }]],
])('%s', (step, acts) => {
  expect(read(step)).toMatchObject(acts);
});

test.each([
  ['Click "Add task".', { by: { kind: 'control' }, name: 'Add task' }],
  ['Click the button "Add and go".', { by: { kind: 'role', role: 'button' }, name: 'Add and go' }],
  ['Click the second link "Edit".', { by: { kind: 'role', role: 'link' }, name: 'Edit', nth: 2 }],
  ['Click the last note.', { by: { kind: 'place', place: { css: '.note' } }, nth: -1 }],
  [
    'Press "Delete" in the row "Old invoices".',
    { by: { kind: 'control' }, name: 'Delete', within: { by: { kind: 'role', role: 'row' }, name: 'Old invoices' } },
  ],
  [
    'Choose the option "High" of the list in the done column.',
    {
      by: { kind: 'role', role: 'option' },
      name: 'High',
      within: { by: { kind: 'role', role: 'list' }, within: { by: { kind: 'place' } } },
    },
  ],
])('points at a target: %s', (step, target) => {
  expect(read(step)).toMatchObject([{ do: 'click', target }]);
});

test.each([
  ['Expect three rows.', { see: 'count', count: 3, target: { by: { role: 'row' } } }],
  ['Expect no error message.', { see: 'absent', target: { by: { role: 'alert' } } }],
  [
    'Expect exactly 12 entries in the list "Tasks".',
    { see: 'count', count: 12, target: { within: { name: 'Tasks' } } },
  ],
  ['Expect "Order new badges" exactly once.', { see: 'count', count: 1, target: { by: { kind: 'text' } } }],
  ['Expect the field "Title" to be empty.', { see: 'state', state: 'empty', holds: true }],
  ['Expect the button "Save" not to be disabled.', { see: 'state', state: 'enabled', holds: true }],
  ['Expected: the dialog to be gone.', { see: 'absent', target: { by: { role: 'dialog' } } }],
  ['Expect the heading to be exactly "Lamps".', { see: 'text', text: 'Lamps' }],
  ['Expect the address to be /board.', { see: 'address', text: '/board' }],
  ['Expect "First" above "Second".', { see: 'above', upper: { name: 'First' }, lower: { name: 'Second' } }],
  ['Expect two boxes.', { see: 'count', count: 2, target: { by: { role: 'checkbox' } } }],
])('looks: %s', (step, expectation) => {
  expect(read(step)).toMatchObject([{ do: 'expect', expectation }]);
});

test('several acts of a sentence, and a verb that is left out', () => {
  expect(read('Type "a, and b" into the field "Title" and press Enter; expect "x", "y" and no dialog.')).toMatchObject([
    { do: 'type', text: 'a, and b' },
    { do: 'press', keys: 'Enter' },
    { do: 'expect', expectation: { see: 'visible', target: { name: 'x' } } },
    { do: 'expect', expectation: { see: 'visible', target: { name: 'y' } } },
    { do: 'expect', expectation: { see: 'absent' } },
  ]);
});

test('an address by which the file calls the app is a path of it; any other is nobody’s', () => {
  const open = (address: string) => readStep(`Open exactly ${address}.`, { origin: 'http://127.0.0.1:3000' });
  const path = (address: string) => ({ understood: true, acts: [{ do: 'open', address, inNewTab: false }] });
  expect(open('http://127.0.0.1:3000')).toEqual(path('/'));
  expect(open('http://127.0.0.1:3000/board?x=1')).toEqual(path('/board?x=1'));
  expect(open('"http://127.0.0.1:3000/a b"')).toMatchObject({ understood: false });
  for (const other of [
    'http://127.0.0.1:30001/x',
    'http://127.0.0.1:3000@x.org/',
    'http://127.0.0.1:3000//x.org',
    'http://x.org/',
  ]) {
    expect(open(other)).toMatchObject({ understood: false });
  }
  expect(read('Open http://127.0.0.1:3000/.')).toContain('not understood');
});

test.each([
  'Look around.',
  'Click whatever saves it.',
  'Click Save.',
  'Click the blue button "Save".',
  'Expect the list to look right.',
  'Expect the "x',
  'Click "a" and do something',
  'Expect all ten tasks.',
  'Wait 4000 seconds.',
  'Let the server do something else.',
  '',
])('does not guess: %s', (step) => {
  expect(read(step)).toContain('not understood');
});
