import { z } from 'zod';
import { noSpendingBounds, spendingSchema } from './spending.ts';
import { levelSchema } from './task.ts';
import { toolServerSchema } from './tool-server.ts';
import { trialIdSchema } from './trial.ts';
import { browserWishSchema, DEFAULT_TOOL } from './variant.ts';
import { schemaVersion } from './version.ts';

/** One agent of a run, as asked for: `oracle`, `patch:fix.diff`, `command:./agent.sh {promptFile}`. */
export const agentChoiceSchema = z.strictObject({
  name: z.string(),
  model: z.string().nullable(),
  /** What stands behind the colon of `patch:` and `command:`. */
  argument: z.string().nullable(),
  /** Absolute path of the folder that is brought into the pod beside the agent's program. */
  files: z.string().nullable().default(null),
  /** Distinguishes two choices of one name in paths and tables. */
  slug: z.string(),
});
export type AgentChoice = z.infer<typeof agentChoiceSchema>;

export const plannedTrialSchema = z.strictObject({
  id: trialIdSchema,
  /** Folder of the task. */
  taskDir: z.string(),
  /** Folder of the trial, relative to the run's. */
  dir: z.string(),
});
export type PlannedTrial = z.infer<typeof plannedTrialSchema>;

/** Who plays behavior tests: rules; a model in bugsweep's own loop; or a coding agent's program, with its model. */
export const verifierDrivers = ['rules', 'model', 'codex', 'claude-code'] as const;

/** Who plays the behavior tests of tasks that are judged by them. */
export const verifierChoiceSchema = z.strictObject({
  driver: z.enum(verifierDrivers),
  /** As asked for, `openai/gpt-5-mini`; null for the rules. */
  model: z.string().nullable(),
});
export type VerifierChoice = z.infer<typeof verifierChoiceSchema>;

export const byRules: VerifierChoice = { driver: 'rules', model: null };

/** `run.json` */
export const runConfigSchema = z.strictObject({
  schemaVersion,
  run: z.string(),
  createdAt: z.string(),
  bugsweep: z.string(),
  versions: z.record(z.string(), z.string()),
  suites: z.array(z.strictObject({ name: z.string(), dir: z.string(), version: z.int() })),
  agents: z.array(agentChoiceSchema),
  levels: z.array(levelSchema).nullable(),
  browsers: z.array(browserWishSchema).default(['on']),
  tools: z.array(z.string()).default([DEFAULT_TOOL]),
  /** The user's own servers among the tools. */
  servers: z.array(toolServerSchema).default([]),
  /** Null: the prompt names no time. */
  budgetsMs: z.array(z.int().positive().nullable()).default([null]),
  attempts: z.int().positive().nullable(),
  sample: z.strictObject({ size: z.int().positive(), seed: z.int() }).nullable(),
  jobs: z.int().positive(),
  sandbox: z.enum(['bwrap', 'docker', 'none']),
  agentTimeoutMs: z.int().positive().nullable(),
  keepTraces: z.boolean(),
  /** How often the workspace is kept while an agent works; null: never. */
  snapshotMs: z.int().positive().nullable().default(null),
  spending: spendingSchema.default(noSpendingBounds),
  verifier: verifierChoiceSchema.default(byRules),
  /** Folder that relative paths of agents start from. */
  cwd: z.string(),
  trials: z.array(plannedTrialSchema),
});
export type RunConfig = z.infer<typeof runConfigSchema>;
