/**
 * One strict schema for each stored or user-written shape; types are inferred from them. Layer 0.
 * Browser-safe: must not import anything of Node.
 */
export {
  type GroupSummary,
  type RunAnswer,
  runAnswerSchema,
  type TrialRow,
} from './answers.ts';
export { type AppManifest, appManifestSchema } from './app.ts';
export { type Behavior, behaviorSchema } from './behavior.ts';
export { type ListConfig, listSchema, type SuiteConfig, suiteSchema } from './list.ts';
export { type ModelCall, modelCallSchema } from './model-call.ts';
export { namesHint, nearest } from './nearest.ts';
export { type Problem, parseWith } from './parse.ts';
export type {
  Capture,
  ChangedPath,
  SkippedPath,
} from './patch.ts';
export {
  type AgentChoice,
  type PlannedTrial,
  type RunConfig,
  runConfigSchema,
} from './run.ts';
export { type Snapshot, snapshotSchema } from './snapshot.ts';
export {
  type Derive,
  type Drop,
  type Replace,
  type SolutionEdits,
  solutionSchema,
} from './solution.ts';
export {
  type ModelPrice,
  noSpendingBounds,
  type PriceList,
  priceListSchema,
  type SpendCap,
  type Spending,
} from './spending.ts';
export {
  type Action,
  actionSchema,
  type Fault,
  type JudgeSettings,
  kebabCase,
  type Level,
  levelSchema,
  type Source,
  type TaskConfig,
  type TaskKind,
  taskKindSchema,
  taskSchema,
} from './task.ts';
export { type ToolServer, toolServersFileSchema } from './tool-server.ts';
export {
  type Trajectory,
  type TrajectoryStep,
  type TurnClass,
  trajectorySchema,
} from './trajectory.ts';
export {
  type AgentEnd,
  labelOf,
  type Outcome,
  type PhaseTimes,
  type PredictionRecord,
  predictionRecordSchema,
  type RoundRecord,
  type TrialId,
  type TrialRecord,
  trialRecordSchema,
} from './trial.ts';
export type { Usage } from './usage.ts';
export {
  type BrowserWish,
  browserWishSchema,
  DEFAULT_TOOL,
  plainVariant,
  type Variant,
  variantName,
} from './variant.ts';
export {
  type CheckKind,
  type CheckResult,
  checkKindSchema,
  type Judgement,
  type JudgeTry,
  type Verdict,
  verdictSchema,
} from './verdict.ts';
export { SCHEMA_VERSION } from './version.ts';
