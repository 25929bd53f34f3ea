import { z } from 'zod';
import { kebabCase } from './task.ts';

/** One test that a person (or a model) plays with the running app: numbered steps in plain English. */
const behaviorTest = z.strictObject({
  id: kebabCase,
  category: z.enum(['target', 'preservation']),
  purpose: z.string().min(1),
  steps: z.array(z.string().min(1)).min(1),
  viewport: z.strictObject({ width: z.int().positive(), height: z.int().positive() }).optional(),
});

/** `tests/behavior.yaml`: at least one target and one preservation test. */
export const behaviorSchema = z
  .strictObject({ tests: z.array(behaviorTest).min(2) })
  .refine(({ tests }) => tests.some(({ category }) => category === 'target'), 'has no target test')
  .refine(({ tests }) => tests.some(({ category }) => category === 'preservation'), 'has no preservation test')
  .refine(({ tests }) => new Set(tests.map(({ id }) => id)).size === tests.length, 'names two tests alike');
export type Behavior = z.infer<typeof behaviorSchema>;
