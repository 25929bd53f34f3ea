import { stringify } from 'yaml';

export const WORKFLOWS = [
  {
    id: 'shared_board',
    category: 'target',
    purpose: 'It is listed.',
    steps: ['Open exactly http://127.0.0.1:13200/.'],
  },
  { id: 'login', category: 'preservation', purpose: 'It goes on.', steps: ['Open /.', 'Expect "Boards".'] },
];

/** A sound row; `changes` replace its fields, undefined takes one away. */
export const row = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  case_id: 'sweeper-001',
  slug: 'focalboard',
  repo: 'owner/name',
  base_commit: 'a'.repeat(40),
  reference_commit: 'b'.repeat(40),
  task_scoped: "Find and fix issues in Focalboard's sharing.",
  task_specified: 'Fix sharing so that the board is listed.',
  pr: 'https://example.org/pull/1',
  issue: null,
  workflows: stringify(WORKFLOWS),
  ...changes,
});
