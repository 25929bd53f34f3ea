import { z } from 'zod';
import { commitId, gitRepo } from './git.ts';

const MAX_CHARS = 100_000;
const MAX_STEPS = 200;
const MAX_ITEMS = 1_000;

/** What can be written to a file and read back as it was. */
const text = z
  .string()
  .max(MAX_CHARS)
  .refine((value) => value.trim() !== '', 'must not be empty')
  .refine((value) => !/[\p{Surrogate}\0]/u.test(value), 'must be text');

const isShort = (repo: string): boolean => /^[\w-][\w.-]*\/[\w-][\w.-]*$/.test(repo);

/** `owner/name` as its hosting service has it, or an address. */
const repository = z
  .string()
  .refine(
    (repo) => isShort(repo) || gitRepo.safeParse(repo).success,
    'must be owner/name, or the address of a git repository without a password',
  )
  .transform((repo) => (isShort(repo) ? `https://github.com/${repo}` : repo));

const link = z.union([text, z.int().positive(), z.literal(''), z.null()]);

/** One line of SWEeper-Bench's `test.jsonl`. */
export const sweeperRowSchema = z
  .strictObject({
    case_id: z.string().regex(/^sweeper-\d{3}$/, 'must be sweeper- and three digits'),
    slug: z.string().regex(/^[\w.-]{1,100}$/, 'must be letters, digits, hyphens, dots and underscores'),
    repo: repository,
    /** The buggy version, and the merged repair. */
    base_commit: commitId,
    reference_commit: commitId,
    /** The open request, and the bug as a report would tell it. */
    task_scoped: text,
    task_specified: text,
    pr: link,
    issue: link,
    /** YAML; see `sweeperWorkflowsSchema`. */
    workflows: z
      .string()
      .min(1)
      .max(10 * MAX_CHARS),
  })
  .refine(({ base_commit, reference_commit }) => base_commit !== reference_commit, {
    path: ['reference_commit'],
    message: 'is the base_commit: nothing would be repaired',
  });
export type SweeperRow = z.infer<typeof sweeperRowSchema>;

const scalar = z.union([z.string().max(MAX_CHARS), z.number(), z.boolean()]);

const setUpItem = z.union([
  z.literal('clear_localStorage'),
  z.strictObject({ clear_localStorage: z.union([z.literal(true), z.null()]) }),
  /** A table of items; one of exactly `key` and `value` is one item. */
  z.strictObject({
    set_localStorage: z
      .record(z.string().min(1).max(MAX_CHARS), scalar)
      .refine((items) => Object.keys(items).length <= MAX_ITEMS, `must have at most ${MAX_ITEMS} entries`),
  }),
]);
export type SweeperSetUpItem = z.infer<typeof setUpItem>;

const side = z.int().min(200).max(4000);

const workflow = z.strictObject({
  id: text,
  category: z.enum(['target', 'preservation']),
  purpose: text,
  setup: z.array(setUpItem).max(MAX_ITEMS).nullish(),
  viewport: z.strictObject({ width: side, height: side }).default({ width: 1920, height: 1200 }),
  steps: z.array(text).min(1).max(MAX_STEPS),
});
export type SweeperWorkflow = z.infer<typeof workflow>;

/** What a row's `workflows` hold: one test of each category. */
export const sweeperWorkflowsSchema = z.array(workflow).superRefine((workflows, context) => {
  for (const category of ['target', 'preservation'] as const) {
    const count = workflows.filter((each) => each.category === category).length;
    if (count !== 1) context.addIssue(`must have exactly one of category ${category}, not ${count}`);
  }
});
