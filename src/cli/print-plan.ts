import { renderTable } from '../report/index.ts';
import { labelOf, type RunConfig } from '../schema/index.ts';
import { printAnswer } from './answer.ts';
import type { CliContext } from './context.ts';

/** Answer of `--dry-run`: the trials, and `closing` with what would become of them. */
export function printPlan(
  { run, trials }: Pick<RunConfig, 'run' | 'trials'>,
  context: CliContext,
  options: { json: boolean | undefined; closing: string },
): void {
  printAnswer(context, {
    json: options.json,
    value: { run, trials: trials.map(({ id }) => id), upperCostUsd: 0 },
    text: () => {
      const rows = trials.map(({ id }) => [
        `${id.suite}/${id.task}`,
        labelOf(id),
        id.variant.level,
        String(id.attempt),
      ]);
      const heads = [{ head: 'task' }, { head: 'agent' }, { head: 'level' }, { head: 'attempt', right: true }];
      return `${renderTable(heads, rows)}\n\n${options.closing}\ncost: these agents call no model`;
    },
  });
}

/** `one trial`, `12 trials` */
export const trialCount = (count: number): string => (count === 1 ? 'one trial' : `${count} trials`);
