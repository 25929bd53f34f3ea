import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { temporaryFolder } from '../../host/temporary-folder.fixture.ts';
import { readSweeperRows } from './read-rows.ts';
import { row, WORKFLOWS } from './row.fixture.ts';

function read(...lines: (string | Record<string, unknown>)[]) {
  const file = join(temporaryFolder(), 'test.jsonl');
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return readSweeperRows(file);
}
const [target, preservation] = WORKFLOWS;
const flows = (...all: unknown[]) => row({ workflows: stringify(all) });

test('sound rows, with empty lines between; a short repository becomes an address', () => {
  const { cases, problems } = read(
    row(),
    '',
    row({ case_id: 'sweeper-002', repo: 'https://git.example.org/x', pr: 7 }),
  );
  expect(problems).toEqual([]);
  expect(cases.map(({ row, fields }) => [row, fields.case_id, fields.repo])).toEqual([
    [1, 'sweeper-001', 'https://github.com/owner/name'],
    [3, 'sweeper-002', 'https://git.example.org/x'],
  ]);
  expect(cases[0]?.workflows[0]?.viewport).toEqual({ width: 1920, height: 1200 });
});

test('workflows under their name, with set-up in each of its forms', () => {
  const setup = ['clear_localStorage', { clear_localStorage: null }, { set_localStorage: { theme: 'dark', n: 2 } }];
  const viewport = { width: 800, height: 600 };
  const text = stringify({ workflows: [{ ...target, setup, viewport }, preservation] });
  const { cases, problems } = read(row({ workflows: text }));
  expect(problems).toEqual([]);
  expect(cases[0]?.workflows[0]).toMatchObject({ setup, viewport });
});

test('each malformed row is named with its field, and the others are read', () => {
  const { cases, problems } = read(row({ base_commit: 'abc' }), '{', row(), row({ extra: 1 }));
  expect(cases.map((each) => each.row)).toEqual([3]);
  expect(problems).toMatchObject([
    { row: 1, field: 'base_commit', message: 'must be a commit id of 40 hex digits' },
    { row: 2, field: '', message: expect.stringContaining('is not JSON') },
    { row: 4, field: 'extra', message: 'is not a known key' },
  ]);
});

test.each([
  [row({ case_id: 'sweeper-1' }), 'case_id', 'three digits'],
  [row({ slug: '../x' }), 'slug', 'must be letters'],
  [row({ slug: undefined }), 'slug', 'is missing'],
  [row({ repo: 'git@host:x.git' }), 'repo', 'owner/name, or the address'],
  [row({ repo: 'https://name:secret@host/x' }), 'repo', 'without a password'],
  [row({ repo: 'ext::sh -c x' }), 'repo', 'owner/name'],
  [row({ repo: '--upload-pack=x/y' }), 'repo', 'owner/name'],
  [row({ reference_commit: 'a'.repeat(40) }), 'reference_commit', 'nothing would be repaired'],
  [row({ task_scoped: ' ' }), 'task_scoped', 'must not be empty'],
  [row({ task_specified: 7 }), 'task_specified', 'must be text, not 7'],
  [row({ task_scoped: 'a\ud800' }), 'task_scoped', 'must be text'],
  [row({ pr: {} }), 'pr', 'a table'],
  [row({ workflows: [] }), 'workflows', 'must be text, not a list'],
  [row({ workflows: 'a: [' }), 'workflows', 'is not YAML'],
  [row({ workflows: `a: &a [x]\n${'b: [*a, *a]\n'.repeat(1)}` }), 'workflows', 'must be a list'],
  [flows(target), 'workflows', 'exactly one of category preservation, not 0'],
  [flows(target, target, preservation), 'workflows', 'exactly one of category target, not 2'],
  [flows({ ...target, category: 'control' }, preservation), 'workflows.0.category', 'one of target, preservation'],
  [flows({ ...target, steps: [] }, preservation), 'workflows.0.steps', 'must not be empty'],
  [flows(target, { ...preservation, purpose: undefined }), 'workflows.1.purpose', 'is missing'],
  [flows({ ...target, stepz: [] }, preservation), 'workflows.0.stepz', 'is not a known key'],
  [flows({ ...target, setup: [{ set_localStorage: { a: {} } }] }, preservation), 'workflows.0.setup.0', 'must be'],
  [flows({ ...target, setup: ['clear_cookies'] }, preservation), 'workflows.0.setup.0', 'clear_localStorage'],
  [flows({ ...target, viewport: { width: 10, height: 10 } }, preservation), 'workflows.0.viewport.width', '200'],
])('%#: %o', (wrong, field, message) => {
  const { cases, problems } = read(row({ case_id: 'sweeper-999' }), wrong);
  expect(cases).toHaveLength(1);
  expect(problems).toContainEqual({ row: 2, field, message: expect.stringContaining(message) });
});

test('a case that is there twice counts once; a wrong one does not take its place', () => {
  const { cases, problems } = read(row({ slug: '' }), row(), row());
  expect(cases.map((each) => each.row)).toEqual([2]);
  expect(problems.at(-1)).toEqual({ row: 3, field: 'case_id', message: 'is sweeper-001, as in row 2' });
});

test('YAML that grows when it is read is refused', () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefghi'
      .split('')
      .map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(9).slice(0, -1)}]`),
  ];
  expect(read(row({ workflows: bomb.join('\n') })).problems).toMatchObject([{ row: 1, field: 'workflows' }]);
});

test('a file without a row', () => {
  expect(() => read('', ' ')).toThrow('has no row');
});
