import { z } from 'zod';
import { faultSchema, kebabCase } from './task.ts';

/** A spot of the product that has no role or name of its own, or one that is long to say. Exactly one way to find it. */
const place = z.union([
  z.strictObject({ path: z.string().regex(/^\/(?![/\\])\S*$/, 'must be a path of the app, such as /board') }),
  z.strictObject({ role: z.string().min(1), name: z.string().min(1).optional() }),
  z.strictObject({ label: z.string().min(1) }),
  z.strictObject({ text: z.string().min(1) }),
  z.strictObject({ css: z.string().min(1) }),
]);
export type Place = z.infer<typeof place>;

/** As it is said after "the" or "Let": small letters, so that it is not taken for a name. */
const words = z.string().regex(/^[a-z][a-z0-9 -]*$/, 'must be small letters, digits, spaces and hyphens');

/** What the browser has stored for the app before the first step; each item changes what the ones before have left. */
const setUp = z.union([
  z.strictObject({ setLocalStorage: z.record(z.string().min(1), z.string()) }),
  z.strictObject({ clearLocalStorage: z.literal(true) }),
]);
export type SetUp = z.infer<typeof setUp>;

/** One test that a person, a model or the rules play with the running app: numbered steps in plain English. */
const behaviorTest = z.strictObject({
  id: kebabCase,
  category: z.enum(['target', 'preservation']),
  purpose: z.string().min(1),
  setup: z.array(setUp).optional(),
  steps: z.array(z.string().min(1)).min(1),
  viewport: z.strictObject({ width: z.int().positive(), height: z.int().positive() }).optional(),
});
export type BehaviorTest = z.infer<typeof behaviorTest>;

const behaviorFile = z.strictObject({
  /** Address by which the steps call the app, such as `http://127.0.0.1:3000`; wherever it runs, it is meant. */
  origin: z
    .string()
    .refine((text) => URL.canParse(text) && new URL(text).origin === text, 'must be like http://127.0.0.1:3000')
    .optional(),
  /** Words for spots of the product, for readers that know no better. */
  places: z.record(words, place).optional(),
  /** What "Let <words>" makes the application's API do from then on, in place of what it did before. */
  conditions: z.record(words, z.array(faultSchema)).optional(),
  tests: z.array(behaviorTest).min(1),
});

/** A file of tests for any app. */
export const behaviorFileSchema = behaviorFile.refine(
  ({ tests }) => new Set(tests.map(({ id }) => id)).size === tests.length,
  'names two tests alike',
);
export type Behavior = z.infer<typeof behaviorFileSchema>;

/** `tests/behavior.yaml` of a task: at least one target and one preservation test. */
export const behaviorSchema = behaviorFileSchema
  .refine(({ tests }) => tests.some(({ category }) => category === 'target'), 'has no target test')
  .refine(({ tests }) => tests.some(({ category }) => category === 'preservation'), 'has no preservation test');
