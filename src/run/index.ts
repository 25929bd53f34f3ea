/**
 * Many trials: the matrix, the run's folder, what a resumed run repeats, the pool. Layer 6.
 * Must not know how a trial is played or how a run is shown.
 */
export { type ExecuteOptions, executeRun, type RunListener, type RunResult } from './execute-run.ts';
export { createKeyMaker, type KeyMaker } from './keys.ts';
export { type Matrix, planRun, readAgentChoice } from './plan-run.ts';
export {
  choiceOf,
  createRunFolder,
  findRun,
  openRunFolder,
  type RunFolder,
  readPlannedTrial,
  readRunConfig,
  wordsFor,
} from './run-folder.ts';
export { surveyRun } from './survey-run.ts';
