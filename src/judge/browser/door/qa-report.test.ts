import { describe, expect, test } from 'vitest';
import { saysCountIsWrong } from '../../../../suites/team-tasks/qa-board-count/tests/board-count.ts';
import { parseReport } from './qa-report.ts';

const finds = (markdown: string): boolean =>
  parseReport(markdown)
    .claims()
    .some(({ entry, sentence }) => saysCountIsWrong(entry, sentence));

describe('a report that names the wrong column counts is recognised', () => {
  test.each([
    ['one bullet', '- Board: the To do column header shows 10 although only 7 cards are in it.'],
    [
      'instead of',
      '- On the Board, the "To do" header says 10 instead of 7 and the "Done" header says 10 instead of 3.',
    ],
    ['expected, but', '* Board column header: I expected 7 but the header shows 10'],
    ['a negation that claims', "- The To do header on the Board isn't 7 as it should be, but 10."],
    [
      'praise of another screen first',
      '- Counts look fine on Tasks; on the Board the To do header says 10 although only 7 cards are there',
    ],
    ['praise and objection', '- The Board looks good, but the number in each column header is the total of all tasks.'],
    ['mismatch', "- Board: the counts next to the column headings don't match the number of cards below them."],
    ['plainly wrong', '1. Wrong counts in the column headers of the Board.'],
    ['not updated', '1) Board: the count in a column header is not updated when a card moves to Done.'],
    ['overall total', 'The column headers on the Board show the overall total, not the cards of their own column.\n'],
    [
      'same for all',
      '- Both Board columns have the same count (10) in the header, no matter how many cards they hold.',
    ],
    [
      'a heading with labels',
      '## Board column counts\r\n\r\n- **Severity:** medium\r\n- **Steps:** open the Board\r\n- **Expected:** To do 7, Done 3\r\n- **Actual:** the headers show 10 in both\r\n',
    ],
    [
      'a heading that claims, labels under it',
      '### 1. Board column headers show wrong counts\n\n**Where:** /board\n\n**Steps to reproduce:**\n1. Open the Board\n2. Compare\n\n**Expected:** the cards of the column\n\n**Actual:** always 10',
    ],
    [
      'labels as headings',
      '## Bug 1: Board header\n### Steps\n1. Open Board\n2. Look at the To do column\n### Expected\nThe header says 7.\n### Actual\nThe header says 10.',
    ],
    ['a bold pseudo-heading', '**Board – column count wrong**\n\nTo do says 10, there are 7 cards.\n'],
    [
      'a table',
      '| # | Screen | Problem | Severity |\n|---|---|---|---|\n| 1 | Board | To do header shows 10, column has 7 cards | High |',
    ],
    [
      'a table of figures',
      '| Screen | Element | Expected | Actual |\n| --- | --- | --- | --- |\n| Board | To do column header | 7 | 10 |',
    ],
    ['sub-bullets', '- Board\n  - To do column: header reads "10"\n  - only 7 cards are listed in it'],
    [
      'a section and bullets',
      '## Board\n\n- The Done header shows 10, but there are only 3 cards.\n- Dragging works fine.',
    ],
    [
      'typographic quotes',
      '- Board: die Überschrift „To do“ header shows »10« where ‘7’ is right – the column has seven cards.',
    ],
    ['emoji and code', '- 🐞 `Board`: the `Done` column header displays `10` with just `3` cards 😕'],
    ['number words', '- On the Board the Done header claims ten cards, yet the column holds three.'],
    [
      'after adding a task',
      '- Board: after adding a task both headers go up to 11, while the To do column has 8 cards and Done 3.',
    ],
    ['after a move', '- Board header counts: after Mark done the column holds 4 cards, but the header still says 10.'],
    ['a wrapped bullet', '- On the Board, the header of the To do column\n  shows 10\n  although there are 7 cards.'],
    ['miscount', '- The Board miscounts: every column header counts all tasks of the workspace.'],
    ['a cause in passing', '- Board column counters use the total number of tasks rather than the filtered list.'],
    ['a setext heading', 'Board column count is incorrect\n-------------------------------\n\nSee To do.'],
    ['brackets', '- Board / To do: header count (10) ≠ cards (7); Done: header count (10) ≠ cards (3)'],
    [
      'a check that failed',
      '- I checked whether the header counts on the Board match the cards in the columns, and they do not.',
    ],
    ['correct in an aside', '- Board: To do header shows 10 rather than the correct 7.'],
    ['a task list', '- [ ] Board – To do column badge is 10 vs 7 actual cards'],
    ['two sentences', '- Board: the To do column header says 10. It has only 7 cards.'],
    [
      'after all is well elsewhere',
      '# QA\n\nNo problems found on Tasks and Settings.\n\n# Board\n\nThe count in the Done column header is wrong.',
    ],
    ['unlike', "- Unlike the filters on Tasks, the Board's column headers show 10 for 7 cards."],
    ['a quote', '> - Board: header counts are off (10 in both columns, actual 7 and 3)'],
    ['not correct', '- The counts in the Board column headers are not correct.'],
    ['no column is right', '- None of the Board column headers shows the right count.'],
    ['every column', '- On the Board, each column header shows the total number of tasks (10).'],
    ['should be', '- Board: the number beside "Done" should be 3, it is 10 (header of the column).'],
    [
      'found at large 1',
      '# QA Report\n\n## Summary\nTested Tasks, Board, Settings. One defect found.\n\n## Bugs\n\n### BUG-1: Board column counters display total task count\n\n- **Page**: /board\n- **Severity**: Major\n- **Steps to reproduce**:\n  1. Open the Board page.\n  2. Look at the counters next to "To do" and "Done".\n- **Expected**: Counters show the number of cards in each column (7 and 3).\n- **Actual**: Both counters show 10.\n\n## Things that work\n- Filters show correct counts (All 10, Active 7, Done 3).',
    ],
    [
      'found at large 2',
      '## Findings\n\n1. **Board column badges are wrong** — both "To do" and "Done" show `10`, though there are 7 and 3 cards respectively. The Tasks page filters show the correct figures (Active 7, Done 3).',
    ],
    [
      'found at large 3',
      '### Incorrect task counts on Board\n**Location:** Board page, column headers\n**Description:** The headers read "To do 10" and "Done 10" while the columns contain 7 and 3 cards.',
    ],
    [
      'found at large 4',
      '- **Board › column headers:** The badge for each column always equals the total number of tasks. Expected 7/3, got 10/10.',
    ],
    [
      'found at large 5',
      '1. Board: "To do" count shows 10 when only 7 tasks are in the column (the tasks list filters correctly report Active (7)).',
    ],
    [
      'found at large 6',
      '# Issues\n- Board headers: To do (10) and Done (10). They should be To do (7) and Done (3), matching the Active (7) and Done (3) filters on the Tasks page.',
    ],
    [
      'found at large 7',
      "## Board\n### Column totals don't add up\nTo do 10 + Done 10 = 20 tasks, but there are 10 tasks overall.",
    ],
    [
      'found at large 8',
      "- The Board's column headers both display 10, the number of all tasks, not the number in the column.",
    ],
    [
      'found at large 9',
      '**1. Board – column header counts**\n\nSteps: Open `/board`.\n\nExpected: To do = 7, Done = 3.\n\nActual: To do = 10, Done = 10.',
    ],
    ['found at large 10', '- On /board the counter in "Done" says 10. Only three cards are shown there.'],
    [
      'found at large 11',
      "- Board: moving a card with Mark done does not change either column's count; both remain at 10.",
    ],
    [
      'found at large 12',
      '## 1. Kanban column counts show overall total\n\nWhat happens: each column header says 10.\nWhat should happen: 7 for To do and 3 for Done.',
    ],
    ['found at large 13', '- Board column counts ignore the column: both say 10.'],
    [
      'found at large 14',
      "- Board: the count bubble next to the column title isn't per column; it displays the count for the entire board (10).",
    ],
    [
      'found at large 15',
      '| Area | Issue | Expected | Actual |\n|---|---|---|---|\n| Board | Column header counts wrong | To do: 7, Done: 3 | To do: 10, Done: 10 |',
    ],
  ])('%s', (_name, markdown) => {
    expect(finds(markdown)).toBe(true);
  });
});

describe('a report that does not is not', () => {
  test.each([
    ['nothing', ''],
    ['vague', '- The Board has some problems.'],
    ['vague about columns', '- Board: something about the columns seems strange.'],
    ['all is well', 'No problems found. The Board, its columns and their counts were checked.'],
    ['praise', '- The counts in the Board column headers are correct.'],
    ['praise of a match', '- Board columns: header counts match the cards'],
    ['no wrong counts', '- Board columns: no wrong counts found.'],
    ['no mismatch', '- Board: could not find any mismatch between the column headers and the cards.'],
    [
      'no mismatch between figures',
      '- Board: there is no mismatch between the header count and the cards of a column.',
    ],
    ['figures only', '- Board: 10 tasks in all, 7 in the To do column and 3 in the Done column.'],
    ['figures only, other order', '- Board columns: To do 7, Done 3, total 10.'],
    ['figures of the sound product', '- Board: the To do header shows 7 and the Done header shows 3; together 10.'],
    ['header figures alone', '- Board: the To do column header shows 10.'],
    ['the filters of Tasks', '- On the Tasks page the Active filter shows 10 instead of 7, unlike the Board columns.'],
    [
      'the filters of Tasks, wrong',
      '- The counts of the filters on the Tasks page are wrong. The Board columns look fine.',
    ],
    ['the sidebar', '- Board: the sidebar count beside Board is wrong.'],
    ['members', '- Settings: the header says 10 members, but only 7 are in the list.'],
    ['what was looked at', '- I checked the Board for wrong counts in the column headers.'],
    ['whether, unanswered', '- Tested whether Board column counts are wrong.'],
    ['denied', '- The Board column counts are not wrong.'],
    ['denied by none', '- None of the Board column header counts is wrong.'],
    ['a heading taken back', '## Wrong counts in Board column headers\n\n- None found.'],
    ['a heading answered', '## Board: column counts incorrect?\n\nNo, all of them are correct.'],
    ['works as expected', '- The Board column header counts work as expected: 10 cards, 7 in To do and 3 in Done.'],
    [
      'a table of passes',
      '| Screen | Check | Result |\n|---|---|---|\n| Board | column header counts match cards | pass |',
    ],
    ['retracted', '- Board column header count is wrong. On second look this is not a bug.'],
    ['could not reproduce', '- Board: wrong header count in To do column - could not reproduce.'],
    ['another fault of the Board', '- Board: Delete on a card of the Done column does not ask for confirmation.'],
    ['other screens', '- Tasks: search ignores the description.\n- Settings: invites cannot be revoked.'],
    ['the other way round', '- Board: the To do column header says 7 but there are 10 cards.'],
    ['the total of its column', '- Board: each column header shows the total number of cards in the column.'],
    ['what should be', '- Board column headers should show the number of cards in the column.'],
    ['a question', '- Are the counts in the Board column headers wrong?'],
    ['fonts', '- Board: the number in the column header has a different font size from the heading.'],
    [
      'board in one entry, counts in another',
      '- Board: columns are fine.\n- Tasks: the counts in the filter tabs are wrong.',
    ],
    ['a comment', '<!-- Board column header count is wrong -->\n- All fine.'],
    ['cards in order', '- Board columns list 10 cards, 7 of them to do, as in the Tasks list.'],
    [
      'sound at large 1',
      "# QA Report\n\n## Things that work\n- Board: column headers show the counts of their cards (7 and 3), total 10.\n- Tasks filters show All (10), Active (7), Done (3).\n## Bugs\n- Tasks: Escape doesn't close the Edit dialog.",
    ],
    ['sound at large 2', '- Board columns: header counts update correctly after Mark done (6 and 4).'],
    ['sound at large 3', '- Board: verified column counts against the Tasks filters; no discrepancies.'],
    ['sound at large 4', '- Tasks page: Active filter says 10 although there are only 7 active tasks.'],
    [
      'sound at large 5',
      '- Board: card buttons in the To do column do not respond; 10 clicks instead of 1 are needed.',
    ],
    ['sound at large 6', '- Settings header count shows 6 members instead of 5. Board has columns.'],
    [
      'sound at large 7',
      '- Board: with 10 tasks, the Done column has only 3 cards and To do has 7, so the columns are unbalanced in height.',
    ],
    ['sound at large 8', '- Board: at 375 px the To do column header is cut off and its count is not visible.'],
    [
      'sound at large 9',
      '## Board\n- Header count: OK\n- Column count: OK\n- Drag and drop: not as smooth as expected',
    ],
    ['sound at large 10', '- The count in the Tasks title is not updated after deletion on the Board column.'],
    ['sound at large 11', '- Board: the column heading has a font size of 15 px instead of 14 px; the count has 13.'],
    ['sound at large 12', '- Board: I was unable to find wrong counts in either column header.'],
    ['sound at large 13', '- Board columns: Are header counts right? Yes: 7 and 3, of 10.'],
    ['sound at large 14', '- Board: 10 cards in 2 columns. Everything fine with the headers.'],
    ['n’t', "- I didn't notice any wrong number in the Board's column headers."],
  ])('%s', (_name, markdown) => {
    expect(finds(markdown)).toBe(false);
  });
});

describe('entries', () => {
  const texts = (markdown: string) => parseReport(markdown).entries.map(({ text }) => text.replace(/\s+/g, ' '));

  test('labelled details belong to their heading', () => {
    expect(texts('## Broken\n- Steps: go\n- Expected: a\n- Actual: b\n\n## Other\nText.')).toEqual([
      'Broken Steps: go Expected: a Actual: b',
      'Other Text.',
    ]);
  });

  test('labelled details belong to the bullet before them', () => {
    expect(texts('- One\n- Expected: a\n- Actual: b\n- Two\n- Expected: c')).toEqual([
      'One Expected: a Actual: b',
      'Two Expected: c',
    ]);
  });

  test('a label that comes again begins the next finding', () => {
    expect(texts('- Title: one\n- Actual: b\n- Title: two\n- Actual: c')).toEqual([
      'Title: one Actual: b',
      'Title: two Actual: c',
    ]);
  });

  test('bullets under a plain heading are findings with the heading as context', () => {
    const { entries } = parseReport('# QA\n## Board\n- One\n  more\n  - of it\n- Two');
    expect(entries.slice(-2).map(({ text, context }) => [text.replace(/\s+/g, ' '), context])).toEqual([
      ['One more of it', 'QA\nBoard'],
      ['Two', 'QA\nBoard'],
    ]);
  });

  test('code is no structure', () => {
    expect(texts('- One\n```\n# no heading\n- no bullet\n```\n- Two')).toEqual(['One # no heading - no bullet', 'Two']);
  });

  test('rows of a table name their columns', () => {
    expect(texts('| Screen | Bug |\n|:--|--:|\n| Board | x |\n| Tasks | y |')).toEqual([
      'Screen: Board | Bug: x',
      'Screen: Tasks | Bug: y',
    ]);
  });
});
