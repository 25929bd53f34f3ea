/** A rate with its 95 % interval; all three 0–1. */
export interface Interval {
  rate: number;
  low: number;
  high: number;
}

/** Two-sided 95 % quantile of the normal distribution. */
const Z = 1.959_963_984_540_054;

/** Wilson's score interval of `passed` out of `n`; null if `n` is 0. */
export function wilsonInterval(passed: number, n: number): Interval | null {
  if (n === 0) return null;
  const rate = passed / n;
  const z2 = Z * Z;
  const centre = rate + z2 / (2 * n);
  const spread = Z * Math.sqrt((rate * (1 - rate)) / n + z2 / (4 * n * n));
  const scale = 1 + z2 / n;
  // At the ends the formula gives 0 and 1 only up to rounding.
  const low = passed === 0 ? 0 : Math.max(0, (centre - spread) / scale);
  const high = passed === n ? 1 : Math.min(1, (centre + spread) / scale);
  return { rate, low, high };
}

/** Pass rate of all `trials` if every unjudged one had failed (`low`), or passed (`high`). Of no trials: 0 to 1. */
export function scoreBounds(counts: { passed: number; judged: number; trials: number }): { low: number; high: number } {
  const { passed, judged, trials } = counts;
  if (trials === 0) return { low: 0, high: 1 };
  return { low: passed / trials, high: (passed + trials - judged) / trials };
}

/** Mean and sample standard deviation (n − 1). Mean null for no values, sd null for fewer than two. */
export function meanSd(values: readonly number[]): { mean: number | null; sd: number | null } {
  if (values.length === 0) return { mean: null, sd: null };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length === 1) return { mean, sd: null };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, sd: Math.sqrt(squares / (values.length - 1)) };
}
