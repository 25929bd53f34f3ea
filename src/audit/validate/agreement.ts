import type { Verdict } from '../../schema/index.ts';
import { cohensKappa } from '../../stats/index.ts';
import type { ProbeResult } from './validate-suite.ts';

/** How far two judges say the same of the same things: target and preservation of each patch and repeat. */
export interface Agreement {
  /** How often the first judge said the one and the second the other: `table[first][second]`. */
  table: Record<Verdict, Record<Verdict, number>>;
  /** Share (0–1) of what the first judge decided; null if there was nothing. */
  decided: number | null;
  /** Share of the decided in which both say the same. */
  agreed: number | null;
  /** Cohen's kappa over all, uncertain ones included; null where chance alone would agree. */
  kappa: number | null;
}

const VERDICTS: readonly Verdict[] = ['pass', 'fail', 'uncertain'];
const GROUPS = ['target', 'preservation'] as const;

export function agreementOf(first: readonly ProbeResult[], second: readonly ProbeResult[]): Agreement {
  const row = () => ({ pass: 0, fail: 0, uncertain: 0 });
  const table = { pass: row(), fail: row(), uncertain: row() };
  for (const one of first) {
    const other = second.find(
      ({ task, label, repeat }) => task === one.task && label === one.label && repeat === one.repeat,
    );
    if (one.judgement === undefined || other?.judgement === undefined) continue;
    for (const group of GROUPS) table[one.judgement[group]][other.judgement[group]] += 1;
  }
  const sum = (counts: Record<Verdict, number>) => VERDICTS.reduce((total, verdict) => total + counts[verdict], 0);
  const decided = sum(table.pass) + sum(table.fail);
  const all = decided + sum(table.uncertain);
  return {
    table,
    decided: all === 0 ? null : decided / all,
    agreed: decided === 0 ? null : (table.pass.pass + table.fail.fail) / decided,
    kappa: cohensKappa(VERDICTS.map((mine) => VERDICTS.map((theirs) => table[mine][theirs]))),
  };
}
