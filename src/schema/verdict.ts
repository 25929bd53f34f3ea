import { z } from 'zod';

export const verdictSchema = z.enum(['pass', 'fail', 'uncertain']);
export type Verdict = z.infer<typeof verdictSchema>;

/** `target`: what must become right. `preservation`: what must stay right. `control`: the judge's own means work. */
export const checkKindSchema = z.enum(['target', 'preservation', 'control']);
export type CheckKind = z.infer<typeof checkKindSchema>;

export const checkResultSchema = z.strictObject({
  /** Title of the check, unique in its task. */
  name: z.string(),
  kind: checkKindSchema,
  verdict: verdictSchema,
  /** Not run because an earlier check of the group had already failed; the verdict is then `uncertain`. */
  notRun: z.boolean().default(false),
  expected: z.string(),
  seen: z.string(),
  durationMs: z.number().nonnegative(),
  /** Set with `uncertain`: what kept the judge from judging, as a code. */
  trouble: z.string().optional(),
  /** Paths relative to the try's folder: trace, screenshots. */
  evidence: z.array(z.string()).default([]),
});
export type CheckResult = z.infer<typeof checkResultSchema>;

/** One execution of a judge on one fresh app. Kept for ever, whatever came after. */
export const judgeTrySchema = z.strictObject({
  n: z.int().positive(),
  /** What was judged: the patch, or the untouched base to tell the patch's fault from the environment's. */
  subject: z.enum(['patch', 'base']),
  checks: z.array(checkResultSchema),
  /** Set if the judge could not do its work as a whole: the app did not get ready, the judge crashed or hung. */
  trouble: z
    .strictObject({
      code: z.enum([
        'app-not-ready',
        'app-died',
        'judge-failed',
        'judge-timeout',
        'duplicate-check',
        'no-checks',
        'environment',
      ]),
      message: z.string(),
    })
    .optional(),
  durationMs: z.number().nonnegative(),
});
export type JudgeTry = z.infer<typeof judgeTrySchema>;

/** What a judge says of a patch in the end. */
export const judgementSchema = z.strictObject({
  target: verdictSchema,
  preservation: verdictSchema,
  passed: z.boolean(),
  /** `judged`, or whose fault it is that there is no verdict. */
  outcome: z.enum(['judged', 'task-error', 'infra-error']),
  reason: z.string(),
  checks: z.array(checkResultSchema),
  tries: z.array(judgeTrySchema),
});
export type Judgement = z.infer<typeof judgementSchema>;
