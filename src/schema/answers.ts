import { z } from 'zod';
import { levelSchema } from './task.ts';
import { agentEndSchema, outcomeSchema } from './trial.ts';
import { variantSchema } from './variant.ts';
import { verdictSchema } from './verdict.ts';
import { schemaVersion } from './version.ts';

/** One trial as `run`, `judge` and `report` print it with `--json`. */
export const trialRowSchema = z.strictObject({
  suite: z.string(),
  task: z.string(),
  agent: z.string(),
  /** The agent as asked for, with what stands behind its colon. */
  label: z.string(),
  model: z.string().nullable(),
  variant: variantSchema,
  attempt: z.int(),
  outcome: outcomeSchema,
  agentEnd: agentEndSchema.nullable(),
  target: verdictSchema,
  preservation: verdictSchema,
  passed: z.boolean(),
  score: z.number(),
  resolved: z.int(),
  bugs: z.int(),
  regressions: z.int(),
  timeMs: z.number(),
  costUsd: z.number().nullable(),
  reason: z.string(),
});
export type TrialRow = z.infer<typeof trialRowSchema>;

const interval = z.strictObject({ rate: z.number(), low: z.number(), high: z.number() });

export const groupSummarySchema = z.strictObject({
  agent: z.string(),
  label: z.string(),
  model: z.string().nullable(),
  level: levelSchema,
  variant: variantSchema,
  /** Planned ones: also those that were never reached. */
  trials: z.int(),
  judged: z.int(),
  passed: z.int(),
  taskErrors: z.int(),
  infraErrors: z.int(),
  cancelled: z.int(),
  /** Of judged trials, with the 95 % Wilson interval; null if none was judged. */
  pass: interval.nullable(),
  target: interval.nullable(),
  preservation: interval.nullable(),
  /** Pass rate of all planned trials if every unjudged one had failed, or passed. */
  bounds: z.strictObject({ low: z.number(), high: z.number() }),
  meanAgentMs: z.number(),
  meanSetUpMs: z.number(),
  costUsd: z.number().nullable(),
});
export type GroupSummary = z.infer<typeof groupSummarySchema>;

/** Answer of `run`, `judge` and `report`. */
export const runAnswerSchema = z.strictObject({
  schemaVersion,
  run: z.string(),
  trials: z.array(trialRowSchema),
  summary: z.strictObject({
    planned: z.int(),
    finished: z.int(),
    judged: z.int(),
    passed: z.int(),
    taskErrors: z.int(),
    infraErrors: z.int(),
    cancelled: z.int(),
    durationMs: z.number(),
    groups: z.array(groupSummarySchema),
  }),
});
export type RunAnswer = z.infer<typeof runAnswerSchema>;
