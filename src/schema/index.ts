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
export {
  type Behavior,
  type BehaviorTest,
  behaviorFileSchema,
  behaviorSchema,
  type Place,
  type SetUp,
} from './behavior.ts';
export { type Cassette, cassetteSchema } from './cassette.ts';
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
  actionTypes,
  type BrowserEvent,
  type BrowserUse,
  type CoveredSource,
  type RecorderLine,
  recorderLineSchema,
} from './recorder.ts';
export {
  type AgentChoice,
  byRules,
  type PlannedTrial,
  type RunConfig,
  runConfigSchema,
  type VerifierChoice,
  verifierDrivers,
} from './run.ts';
export { type SdkProvider, sdkProviders } from './sdk-provider.ts';
export { type Snapshot, snapshotSchema } from './snapshot.ts';
export {
  type Commits,
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
  type SweeperRow,
  type SweeperSetUpItem,
  type SweeperWorkflow,
  sweeperRowSchema,
  sweeperWorkflowsSchema,
} from './sweeper-bench.ts';
export {
  type Action,
  actionSchema,
  type Fault,
  type JudgeSettings,
  judgeSettingsSchema,
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
  type ModelUse,
  type StepResult,
  type Verdict,
  verdictSchema,
} from './verdict.ts';
export { SCHEMA_VERSION } from './version.ts';
