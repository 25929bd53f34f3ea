import { z } from 'zod';
import { commitId, gitRepo } from './git.ts';

const packageFile = z
  .string()
  .min(1)
  .refine((path) => !path.startsWith('/') && !path.split('/').includes('..'), 'must be a path inside the workspace');

const pattern = z.string().min(1).refine(isRegExp, 'is not a regular expression');

function isRegExp(source: string): boolean {
  try {
    new RegExp(source, 'gm');
    return true;
  } catch {
    return false;
  }
}

const exactVersion = z.string().regex(/^\d+\.\d+\.\d+/, 'must be an exact version');
const sha512 = z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/, 'must be a sha512 checksum as in a package-lock.json');

/** The difference between two published versions of a package, or the part of it that makes the fix. */
export const deriveSchema = z.strictObject({
  package: z.string().min(1),
  from: exactVersion,
  to: exactVersion,
  integrityFrom: sha512,
  integrityTo: sha512,
  /** Per file, patterns that select hunks: one is taken if one of its changed lines (without the sign) matches. */
  files: z.record(packageFile, z.array(pattern).min(1)),
});
export type Derive = z.infer<typeof deriveSchema>;

/** The whole difference between two commits of a repository. */
const commitsSchema = z.strictObject({ repo: gitRepo, from: commitId, to: commitId });
export type Commits = z.infer<typeof commitsSchema>;

/** Hunks of the derived patch that are left out: those with a changed line that matches. */
export const dropSchema = z.strictObject({
  file: packageFile,
  match: pattern,
  count: z.int().positive().default(1),
});
export type Drop = z.infer<typeof dropSchema>;

/** A replacement by pattern, made after what is derived. `^` and `$` mean a line; `$1` and `$$` as in JavaScript. */
export const replaceSchema = z.strictObject({
  file: packageFile,
  pattern,
  replacement: z.string(),
  /** How often the pattern must match: no more, no less. */
  count: z.int().positive().default(1),
});
export type Replace = z.infer<typeof replaceSchema>;

/** A solution as edits, where a patch would carry a third party's code. */
export const solutionSchema = z.strictObject({
  title: z.string().min(1).optional(),
  /** Checks that this wrong fix must fail. */
  fails: z.array(z.string().min(1)).default([]),
  commits: commitsSchema.optional(),
  derive: z.array(deriveSchema).default([]),
  drop: z.array(dropSchema).default([]),
  replace: z.array(replaceSchema).default([]),
});
export type SolutionEdits = z.infer<typeof solutionSchema>;
