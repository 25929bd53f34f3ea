import { z } from 'zod';
import { kebabCase } from './task.ts';
import { schemaVersion } from './version.ts';

/** `suite.toml` in a suite's folder. */
export const suiteSchema = z.strictObject({
  schemaVersion,
  name: kebabCase,
  title: z.string().min(1),
  /** Raised whenever the meaning of a task changes; results of different versions are never averaged. */
  version: z.int().positive(),
});
export type SuiteConfig = z.infer<typeof suiteSchema>;

/** `suites/<list>.toml`: names tasks of any suite. */
export const listSchema = z.strictObject({
  schemaVersion,
  name: kebabCase,
  title: z.string().min(1),
  /** Attempts at each task where the command line names none; default: each task's own number. */
  runs: z.int().min(1).max(100).optional(),
  /** `suite/task`, or `suite/*` for all of a suite. */
  tasks: z.array(z.string().regex(/^[a-z0-9-]+\/([a-z0-9-]+|\*)$/, 'must be suite/task or suite/*')).min(1),
});
export type ListConfig = z.infer<typeof listSchema>;
