import { rehearses } from '../agent/index.ts';
import { renderTable } from '../report/index.ts';
import { labelOf, type RunConfig, type Spending, variantName } from '../schema/index.ts';
import { printAnswer } from './answer.ts';
import type { CliContext } from './context.ts';

/** Answer of `--dry-run`: the trials, and `closing` with what would become of them. */
export function printPlan(
  { run, trials, spending, verifier }: Pick<RunConfig, 'run' | 'trials' | 'spending' | 'verifier'>,
  context: CliContext,
  options: { json: boolean | undefined; closing: string },
): void {
  // A verifier's calls are bound by the whole run's cap alone.
  const upperCostUsd = verifier.model === null ? upperCost(trials, spending) : (spending.run.costUsd ?? null);
  printAnswer(context, {
    json: options.json,
    value: { run, trials: trials.map(({ id }) => id), upperCostUsd },
    text: () => {
      const rows = trials.map(({ id }) => [
        `${id.suite}/${id.task}`,
        labelOf(id),
        variantName(id.variant),
        String(id.attempt),
      ]);
      const heads = [{ head: 'task' }, { head: 'agent' }, { head: 'variant' }, { head: 'attempt', right: true }];
      return `${renderTable(heads, rows)}\n\n${options.closing}\n${costLine(upperCostUsd)}`;
    },
  });
}

/** `one trial`, `12 trials` */
export const trialCount = (count: number): string => (count === 1 ? 'one trial' : `${count} trials`);

/** US dollars that these trials can spend at most; null without a bound. A call under way may go over it. */
function upperCost(trials: RunConfig['trials'], { trial, run }: Spending): number | null {
  const asking = trials.filter(({ id }) => id.model !== null && !rehearses(id.agent, id.model)).length;
  if (asking === 0) return 0;
  const bounds = [run.costUsd, trial.costUsd === undefined ? undefined : asking * trial.costUsd];
  const least = Math.min(...bounds.filter((bound) => bound !== undefined));
  return Number.isFinite(least) ? least : null;
}

function costLine(upper: number | null): string {
  if (upper === 0) return 'cost: nothing; no model is paid for';
  if (upper !== null) return `cost: at most $${upper.toFixed(2)}, and what the calls take that are under way then`;
  return 'cost: without a bound; --max-cost and --max-run-cost set one';
}
