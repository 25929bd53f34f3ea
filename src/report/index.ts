/**
 * How runs are told: reporters that follow a run, tables for what came out. Layer 4.
 * Must not know how trials are played, and never changes a verdict.
 */
export { type Broadcast, broadcast } from './broadcast.ts';
export { chooseReporter, type ReporterName, reporterNames } from './choose-reporter.ts';
export { formatCost, formatDuration, oneLine } from './format.ts';
export { renderRunTable } from './render-run-table.ts';
export { type Column, renderTable } from './render-table.ts';
export {
  defineReporter,
  type Reporter,
  type ReportStreams,
  type RunPlan,
  type TrialEnd,
  type TrialPhase,
} from './reporter.ts';
