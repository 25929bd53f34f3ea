import { z } from 'zod';
import { usageSchema } from './usage.ts';

export const verdictSchema = z.enum(['pass', 'fail', 'uncertain']);
export type Verdict = z.infer<typeof verdictSchema>;

/** `target`: what must become right. `preservation`: what must stay right. `control`: the judge's own means work. */
export const checkKindSchema = z.enum(['target', 'preservation', 'control']);
export type CheckKind = z.infer<typeof checkKindSchema>;

/** What a model said of one step of a behavior test. Steps after one that failed are not played and not listed. */
export const stepResultSchema = z.strictObject({
  /** 1-based. */
  n: z.int().positive(),
  verdict: verdictSchema,
  seen: z.string(),
  /** Words of the snapshot that is the evidence; absent where that is a screenshot, or shows that something is missing. */
  quote: z.string().optional(),
  /** File that the answer rests on, beside the check's other evidence. */
  evidence: z.string().optional(),
});
export type StepResult = z.infer<typeof stepResultSchema>;

/** What a check took of a model. */
export const modelUseSchema = z.strictObject({
  calls: z.int().nonnegative(),
  usage: usageSchema,
  /** US dollars; null as soon as one call's cost is unknown. */
  costUsd: z.number().nonnegative().nullable(),
});
export type ModelUse = z.infer<typeof modelUseSchema>;

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
  /** Of a check that a model has played. */
  steps: z.array(stepResultSchema).optional(),
  model: modelUseSchema.optional(),
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
        'judge-not-started',
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
