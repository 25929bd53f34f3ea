/**
 * How runs are told: reporters that follow a run, tables for what came out. Layer 4.
 * Must not know how trials are played, and never changes a verdict.
 */
export { type Broadcast, broadcast } from './broadcast.ts';
export { chooseReporter, type ReporterName } from './choose-reporter.ts';
export { seenLine } from './format.ts';
export { renderRunTable } from './render-run-table.ts';
export { type Column, renderTable } from './render-table.ts';
export type {
  Reporter,
  ReportStreams,
  RunPlan,
  TrialEnd,
  TrialPhase,
} from './reporter.ts';
