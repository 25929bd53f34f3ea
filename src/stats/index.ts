/**
 * Numbers about trials: rates with intervals, bounds, means, the summary of a run. Layer 1.
 * Pure and browser-safe. Must not read files, clocks or the environment, and never changes a verdict.
 */
export { type Interval, meanSd } from './intervals.ts';
export { cohensKappa } from './kappa.ts';
export { type RunTotals, summarise } from './summarise.ts';
export { toRow } from './to-row.ts';
