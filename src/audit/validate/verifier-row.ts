import type { Judgement } from '../../schema/index.ts';
import type { Agreement } from './agreement.ts';
import { ratesOf, type ValidationRates } from './rates.ts';
import type { ProbeResult } from './validate-suite.ts';

/** How good one verifier is: a row of the table that verifiers are compared by. */
export interface VerifierRow {
  driver: string;
  model: string | null;
  rates: ValidationRates;
  /** US dollars for a task, both of its probes and every try of them; null where the price of a call is not known. */
  meanCostUsd: number | null;
  /** With the tasks' own judges; null where none has one. */
  agreement: Agreement | null;
}

export function verifierRow(
  { driver, model }: Pick<VerifierRow, 'driver' | 'model'>,
  results: readonly ProbeResult[],
  agreement: Agreement | null,
): VerifierRow {
  return { driver, model, rates: ratesOf(results), meanCostUsd: meanCost(results), agreement };
}

/** Once for each task and repeat. */
function meanCost(results: readonly ProbeResult[]): number | null {
  const rounds = new Set(results.map(({ task, repeat }) => `${task} ${repeat}`)).size;
  const costs = results.map(({ judgement }) => (judgement === undefined ? 0 : costOfJudgement(judgement)));
  if (rounds === 0 || costs.includes(null)) return null;
  return costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0) / rounds;
}

/** Of all tries, on the patch and on the base. */
function costOfJudgement({ tries }: Judgement): number | null {
  const uses = tries.flatMap(({ checks }) => checks.flatMap(({ model }) => (model === undefined ? [] : [model])));
  return uses.some(({ costUsd }) => costUsd === null)
    ? null
    : uses.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
}
