/**
 * One trial: workspace → app → agent → patch → fresh copy → judge → verdict. Layer 5.
 * Must not know of other trials, of runs or of reports.
 */
export { type JudgeOrder, judgePatch, triesBelow } from './6-judge-patch.ts';
export { type ModelDesk, modelDesk } from './model-place.ts';
export { programPlayer } from './program-player.ts';
export { predict } from './run-trial.ts';
export type { Phase, PreparedTask, TrialOrder, Workshop } from './trial-context.ts';
export { createWorkshop } from './workshop.ts';
