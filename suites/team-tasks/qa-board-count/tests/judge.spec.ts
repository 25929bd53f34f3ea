import { CheckFailed, expect, test } from 'bugsweep/judge';
import { saysCountIsWrong } from './board-count.ts';

test('the report says that the counts in the Board column headers are wrong', { tag: '@target' }, async ({
  report,
  submission,
}) => {
  if (submission.report === null) throw new CheckFailed('a report in qa-report.md', 'no such file');
  const claims = report.claims();
  if (claims.some(({ entry, sentence }) => saysCountIsWrong(entry, sentence))) return;
  const titles = report.entries.map(({ text }) => (text.split('\n')[0] ?? '').slice(0, 100));
  throw new CheckFailed(
    'an entry about the Board whose sentence calls the count of a column header wrong, calls it the total, or sets it against the cards',
    `${report.entries.length} entries, ${claims.length} sentences that claim something; entries: ${JSON.stringify(titles).slice(0, 600)}`,
  );
});

test('nothing but qa-report.md was changed', { tag: '@preservation' }, async ({ submission }) => {
  expect(submission.changed.filter((path) => path !== 'qa-report.md')).toEqual([]);
});
