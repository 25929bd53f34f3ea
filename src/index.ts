/**
 * The library door: what programs that use bugsweep import. Layer 8.
 * Must not print, exit or read the environment.
 */
export { InfraError, TaskError, UserError } from './errors.ts';
export {
  type AppManifest,
  appManifestSchema,
  type RunAnswer,
  type RunConfig,
  runAnswerSchema,
  runConfigSchema,
  type TaskConfig,
  type TrialRecord,
  type TrialRow,
  taskSchema,
  trialRecordSchema,
} from './schema/index.ts';
