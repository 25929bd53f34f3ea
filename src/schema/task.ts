import { z } from 'zod';
import { commitId, gitRepo } from './git.ts';
import { schemaVersion } from './version.ts';

/** What a person has to do in a browser to see whether a task is solved. */
export const actionSchema = z.enum([
  ...['read', 'look', 'click-hit', 'keys', 'hover', 'scroll', 'drag', 'resize', 'history'],
  ...['wait', 'devtools', 'canvas', 'upload', 'dialog', 'tab', 'iframe', 'clipboard', 'download'],
] as const);
export type Action = z.infer<typeof actionSchema>;

export const taskKindSchema = z.enum(['bug', 'feature', 'refactor', 'qa']);
export type TaskKind = z.infer<typeof taskKindSchema>;

/** How much the agent is told: the ticket, only a product area, or the bug as a report would tell it. */
export const levelSchema = z.enum(['ticket', 'open', 'detailed']);
export type Level = z.infer<typeof levelSchema>;

export const kebabCase = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be kebab-case: small letters, digits, single hyphens');

const relativePath = z
  .string()
  .min(1)
  .refine((path) => !path.startsWith('/') && !path.split('/').includes('..'), 'must be a path inside the folder');

const oneOrMany = <S extends z.ZodType>(one: S) => z.union([one, z.array(one).min(1)]);
const textOrNumber = z.union([z.string().min(1), z.number()]);

/** A fault of the application's API, given to its control plane as it is. */
export const faultSchema = z
  .strictObject({
    /** Every method if absent. */
    method: oneOrMany(z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])).optional(),
    /** `/api/tasks/:id`: a segment with a colon stands for any one segment, a final `*` for any rest. */
    path: z.string().startsWith('/'),
    /** Values of the segment `:id`. */
    id: oneOrMany(textOrNumber).optional(),
    query: z.record(z.string(), z.union([z.null(), oneOrMany(textOrNumber)])).optional(),
    /** Answer with this status instead of doing the work. */
    status: z.int().min(400).max(599).optional(),
    delayMs: z.int().min(0).max(600_000).optional(),
    /** Only the first so many requests; all, until lifted, if absent. */
    times: z.int().positive().optional(),
    /** Before the work is done (default), or after it and before the answer. */
    when: z.enum(['before', 'after']).optional(),
  })
  .refine((fault) => fault.status !== undefined || fault.delayMs !== undefined, 'needs a status, a delayMs or both');
export type Fault = z.infer<typeof faultSchema>;

const appSource = z.strictObject({
  kind: z.literal('app'),
  /** An application that comes with bugsweep (`team-tasks`), or a folder of the task (`./environment/site`). */
  app: z.string().min(1),
});

const npmSource = z.strictObject({
  kind: z.literal('npm'),
  /** Package whose files are the workspace. */
  package: z.string().min(1),
  version: z.string().regex(/^\d+\.\d+\.\d+/, 'must be an exact version'),
  /** Folder with package.json, package-lock.json, app.toml and what else loads the package. */
  host: relativePath,
  /** Files that are not given to the agent: other builds of the same code, which the page does not load. */
  drop: z.array(z.string()).default([]),
});

const gitSource = z.strictObject({
  kind: z.literal('git'),
  /** Fetched once, without its history and without submodules. */
  repo: gitRepo,
  /** Its tree is the workspace, apart from what app.toml declares as dependencies and outputs. */
  commit: commitId,
  /** Folder with app.toml, which says how the workspace is installed and started. */
  app: relativePath.default('environment'),
});

export const sourceSchema = z.discriminatedUnion('kind', [appSource, npmSource, gitSource]);
export type Source = z.infer<typeof sourceSchema>;

const viewport = z.strictObject({ width: z.int().min(200).max(4000), height: z.int().min(200).max(4000) });

const appSettings = z.strictObject({
  /** Data that the API starts with. */
  fixture: z.string().min(1).default('default'),
  viewport: viewport.default({ width: 1280, height: 800 }),
  /** Time until the app must answer after it was started. */
  readyTimeoutMs: z.int().positive().max(600_000).default(60_000),
});

const browserJudge = z.strictObject({
  kind: z.literal('browser'),
  /** One check may take this long before it counts as hanging. */
  checkTimeoutMs: z.int().positive().max(1_800_000).default(60_000),
});

const scriptJudge = z.strictObject({
  kind: z.literal('script'),
  /** Command run in a fresh pod; `/tests` is the task's folder of that name, `/workspace` the patched workspace. */
  command: z.array(z.string()).min(1),
  timeoutMs: z.int().positive().max(1_800_000).default(120_000),
});

const agenticJudge = z.strictObject({
  kind: z.literal('agentic'),
  /** One test of `tests/behavior.yaml` may take this long. */
  checkTimeoutMs: z.int().positive().max(1_800_000).default(600_000),
});

const judgeSettings = z.discriminatedUnion('kind', [browserJudge, agenticJudge, scriptJudge]);

/** `judge = "agentic"` is short for a table with that kind alone. */
export const judgeSettingsSchema = z.preprocess(
  (given) => (typeof given === 'string' ? { kind: given } : given),
  judgeSettings,
);
export type JudgeSettings = z.infer<typeof judgeSettingsSchema>;

const limits = z.strictObject({
  /** All rounds of the agent together. */
  agentTimeoutMs: z.int().positive().max(86_400_000).default(1_200_000),
  memoryBytes: z.int().positive().optional(),
  processes: z.int().positive().optional(),
  diskBytes: z.int().positive().optional(),
  fileBytes: z.int().positive().optional(),
});

const walkthrough = z.strictObject({
  /** Who or what walked both behavior tests through in a browser. */
  by: z.string().min(1),
  commit: z.string().min(1),
});

/** `task.toml` */
export const taskSchema = z.strictObject({
  schemaVersion,
  id: kebabCase,
  title: z.string().min(1),
  summary: z.string().min(1),
  group: kebabCase,
  kind: taskKindSchema,
  /** The benchmark's second label: async, qa, interaction, … */
  category: z.string().min(1),
  actions: z.array(actionSchema).min(1),
  /** Default number of attempts. */
  runs: z.int().min(1).max(100).default(1),
  /** Number of instruction files. */
  rounds: z.int().min(1).max(20).default(1),
  /** Product area that the open prompt names. Bug tasks only: other kinds have nothing to discover. */
  area: z.string().min(1).optional(),
  licence: z.string().min(1),
  walkthrough: walkthrough.optional(),
  source: sourceSchema,
  app: appSettings.prefault({}),
  /** Faults of the app that the agent works with, and of the app that is judged. */
  agentFaults: z.array(faultSchema).default([]),
  judgeFaults: z.array(faultSchema).default([]),
  judge: judgeSettingsSchema.prefault({ kind: 'browser' }),
  limits: limits.prefault({}),
  /** Paths (globs) whose change is recorded as tampering. */
  protectedPaths: z.array(z.string()).default([]),
});
export type TaskConfig = z.infer<typeof taskSchema>;
