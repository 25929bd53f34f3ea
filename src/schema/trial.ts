import { z } from 'zod';
import { captureSchema } from './patch.ts';
import { browserUseSchema } from './recorder.ts';
import { usageSchema } from './usage.ts';
import { variantSchema } from './variant.ts';
import { checkResultSchema, verdictSchema } from './verdict.ts';
import { schemaVersion } from './version.ts';

export const agentEndSchema = z.enum(['finished', 'timeout', 'error', 'spend-cap']);
export type AgentEnd = z.infer<typeof agentEndSchema>;

export const outcomeSchema = z.enum(['judged', 'task-error', 'infra-error', 'cancelled']);
export type Outcome = z.infer<typeof outcomeSchema>;

/** Names one trial of a run. */
export const trialIdSchema = z.strictObject({
  suite: z.string(),
  task: z.string(),
  agent: z.string(),
  /** The agent as asked for: `command:./good.sh`. Absent in records of before it was kept: read it with `labelOf`. */
  label: z.string().optional(),
  model: z.string().nullable(),
  variant: variantSchema,
  /** 1-based. */
  attempt: z.int().positive(),
});
export type TrialId = z.infer<typeof trialIdSchema>;

/** What tells two choices of one agent apart, for people and programs. */
export const labelOf = ({ agent, label }: { agent: string; label?: string | undefined }): string => label ?? agent;

export const roundSchema = z.strictObject({
  n: z.int().positive(),
  agentEnd: agentEndSchema,
  /** Why, in one line; empty when the agent finished. */
  detail: z.string(),
  durationMs: z.number().nonnegative(),
  patchBytes: z.int().nonnegative(),
  /** Tokens of its model; null for agents without one, and in records of before they were counted. */
  usage: usageSchema.nullable().default(null),
  costUsd: z.number().nonnegative().nullable(),
});
export type RoundRecord = z.infer<typeof roundSchema>;

export const phaseTimesSchema = z.strictObject({
  setUpMs: z.number().nonnegative(),
  agentMs: z.number().nonnegative(),
  captureMs: z.number().nonnegative(),
  judgeMs: z.number().nonnegative(),
  totalMs: z.number().nonnegative(),
});
export type PhaseTimes = z.infer<typeof phaseTimesSchema>;

/** `prediction.json`: the agent's part of a trial, written as soon as its patch is safe. */
export const predictionRecordSchema = z.strictObject({
  schemaVersion,
  key: z.string(),
  id: trialIdSchema,
  agentEnd: agentEndSchema,
  rounds: z.array(roundSchema),
  capture: captureSchema,
  /** Hash of the patch's bytes (sha256). */
  patchSha256: z.string(),
  setUpMs: z.number().nonnegative(),
  agentMs: z.number().nonnegative(),
  captureMs: z.number().nonnegative(),
  costUsd: z.number().nonnegative().nullable(),
  warnings: z.array(z.string()),
  /** What was done with browsers; absent where nobody could record it. */
  browser: browserUseSchema.optional(),
  startedAt: z.string(),
});
export type PredictionRecord = z.infer<typeof predictionRecordSchema>;

/** `trial.json`: written last, atomically; a trial without it is not finished. */
export const trialRecordSchema = z.strictObject({
  schemaVersion,
  id: trialIdSchema,
  keys: z.strictObject({ prediction: z.string(), judgement: z.string() }),
  outcome: outcomeSchema,
  agentEnd: agentEndSchema.nullable(),
  target: verdictSchema,
  preservation: verdictSchema,
  passed: z.boolean(),
  /** 0–1. */
  score: z.number().min(0).max(1),
  /** Why the outcome or the verdict is what it is. */
  reason: z.string(),
  checks: z.array(checkResultSchema),
  judgeTries: z.int().nonnegative(),
  capture: captureSchema.nullable(),
  patchSha256: z.string().nullable(),
  rounds: z.array(roundSchema),
  times: phaseTimesSchema,
  costUsd: z.number().nonnegative().nullable(),
  /** `none`: the trial ran unprotected, on the user's wish. */
  sandbox: z.enum(['bwrap', 'docker', 'none']),
  warnings: z.array(z.string()),
  /** Of the agent's half; absent where nobody could record it. */
  browser: browserUseSchema.optional(),
  startedAt: z.string(),
  finishedAt: z.string(),
});
export type TrialRecord = z.infer<typeof trialRecordSchema>;
