import { expect, test } from 'vitest';
import { readStep } from './read-step.ts';
import type { Places } from './read-target.ts';

const PLACES: Places = {
  card: { role: 'listitem' },
  star: { css: '.star' },
  filters: { role: 'group', name: 'Filter' },
  'done column': { css: '.done' },
  done: { css: '.done' },
  'control for asking again': { css: 'button' },
};
const read = (step: string) => {
  const found = readStep(step, { places: PLACES, conditions: { 'the server refuses all': [] } });
  return found.understood ? found.acts : `not understood: ${found.part}`;
};
const expected = (...expectations: unknown[]) => expectations.map((expectation) => ({ do: 'expect', expectation }));
const card = (name: string) => ({ by: { kind: 'place', place: PLACES.card }, name });
const done = { by: { kind: 'place', place: PLACES['done column'] } };

test.each([
  ['The field "Title" should now be empty.', { see: 'state', state: 'empty', holds: true }],
  ['The box "A" should no longer be ticked.', { see: 'state', state: 'ticked', holds: false }],
  ['The dialog should close.', { see: 'absent', target: { by: { role: 'dialog' } } }],
  ['No error message should appear.', { see: 'absent', target: { by: { role: 'alert' } } }],
  ['"Lamps" should not be visible.', { see: 'absent', target: { name: 'Lamps' } }],
  ['The heading "Lamps" should be visible again.', { see: 'visible', target: { name: 'Lamps' } }],
  ['The card "A" should move to the "Done" column.', { see: 'visible', target: { ...card('A'), within: done } }],
  ['"A" should still be in "Done".', { see: 'visible', target: { by: { kind: 'text' }, name: 'A', within: done } }],
  ['"A" should be in "Later".', { see: 'visible', target: { within: { by: { kind: 'part' }, name: 'Later' } } }],
  ['"A" should not be in "Done".', { see: 'absent', target: { name: 'A', within: done } }],
  ['The checkbox of "A" should be ticked.', { see: 'state', target: { by: { role: 'checkbox' }, of: 'A' } }],
  ['You should still be on the Board at "/board".', { see: 'address', text: '/board' }],
])('%s', (step, expectation) => {
  expect(read(step)).toMatchObject(expected(expectation));
});

test('what several should be, and several texts of one', () => {
  expect(read('The columns "Soon" and "Later" should be visible.')).toContain('not understood');
  expect(read('The cards "A" and "B" should be visible.')).toMatchObject(
    expected({ see: 'visible', target: card('A') }, { see: 'visible', target: card('B') }),
  );
  const filters = { by: { kind: 'place', place: PLACES.filters } };
  expect(read('The filters should read "All", "Open" and "Done", and no error message should appear.')).toMatchObject(
    expected(...['All', 'Open', 'Done'].map((text) => ({ see: 'contains', target: filters, text })), { see: 'absent' }),
  );
  expect(read('The page of the task should open at "/tasks/8" with the heading "Lamps".')).toMatchObject(
    expected({ see: 'address', text: '/tasks/8' }, { see: 'visible', target: { name: 'Lamps' } }),
  );
  expect(read('The dialog "Edit" should open with "Lamps" in the field "Title".')).toMatchObject(
    expected({ see: 'visible', target: { name: 'Edit' } }, { see: 'value', target: { name: 'Title' }, text: 'Lamps' }),
  );
});

test('"it", and a noun without its name, are what was last named in the step', () => {
  expect(read('Tick the box "A". It should be ticked.')).toMatchObject([
    { do: 'tick' },
    { do: 'expect', expectation: { target: { by: { role: 'checkbox' }, name: 'A', isMention: true } } },
  ]);
  const step =
    'Click "Mark done" on the card "A". The card should move to the "Done" column and its button should read "Reopen".';
  expect(read(step)).toMatchObject([
    { do: 'click', target: { name: 'Mark done', within: card('A') } },
    { do: 'expect', expectation: { target: { ...card('A'), within: done, isMention: true } } },
    { do: 'expect', expectation: { see: 'contains', target: { by: { role: 'button' }, within: card('A') } } },
  ]);
  expect(read('Click the star on the card "A". The star should be on.')).toMatchObject([
    { do: 'click' },
    { do: 'expect', expectation: { state: 'on', target: { by: { place: PLACES.star }, within: card('A') } } },
  ]);
  expect(read('Click "A" on its card.')).toMatchObject([{ target: { name: 'A' } }]);
  expect(read('It should be ticked.')).toContain('not understood');
  // Nothing was named: the only one.
  expect(read('The field should be empty.')).toMatchObject(expected({ target: { by: { role: 'textbox' } } }));
});

test.each([
  'A message should appear that the change could not be saved.',
  'The card "A" should still be starred.',
  'The list should look right.',
  'The field should hold "A" and whatever else.',
  'It should still end in "/board".',
  'Two of the cards should be visible.',
  'The row should read "A", "B" and "C" should be gone.',
])('does not guess: %s', (step) => {
  expect(read(step)).toContain('not understood');
});

test('"again" is left out, unless it belongs to a name', () => {
  const control = { by: { place: PLACES['control for asking again'] } };
  const seen = { see: 'visible', target: control };
  expect(read('Expect no dialog and the control for asking again.')).toMatchObject(expected({ see: 'absent' }, seen));
  expect(read('Click the control for asking again again. It should be visible again.')).toMatchObject([
    { do: 'click', target: control },
    { do: 'expect', expectation: seen },
  ]);
});

test('words of a condition that are a sentence', () => {
  expect(read('The server refuses all.')).toMatchObject([{ do: 'condition', name: 'the server refuses all' }]);
});
