import type { Agreement, describeValidation, VerifierRow } from '../audit/index.ts';
import { renderTable, seenLine } from '../report/index.ts';

/** Answer of `validate`. */
export type ValidateAnswer = ReturnType<typeof describeValidation> & {
  /** Of the first verifier. */
  agreement?: Agreement;
  verifiers?: VerifierRow[];
};

/** The answer of `validate` for people to read. */
export function validationText(answer: ValidateAnswer, evidence: string): string {
  const { rates: all, tasks, time, violations, verifiers = [] } = answer;
  const shown = (value: number | null) => (value === null ? '–' : `${Math.round(value * 100)} %`);
  const table = renderTable(
    ['task', 'base t', 'base p', 'ref t', 'ref p', 'wrong ok', 'alt refused', 'blank ok', 'judged'].map(
      (head, index) => ({
        head,
        right: index > 0,
      }),
    ),
    tasks.map(({ task, rates, judged }) => [
      task,
      ...[rates.baseTarget, rates.basePreservation, rates.referenceTarget, rates.referencePreservation].map(shown),
      ...[rates.wrongAccepted, rates.alternativesRejected, rates.blankAccepted].map(shown),
      String(judged),
    ]),
  );
  const lines = [
    table,
    '',
    `sd over repeats: base target ${sd(all.baseTargetSd)}, reference target ${sd(all.referenceTargetSd)}`,
  ];
  lines.push(
    `${(time.wallMs / 1000).toFixed(0)} s with ${time.jobs} at once, of which the checks took ${(time.checksMs / 1000).toFixed(0)} s; everything else: ${shown(time.otherShare)} of that`,
  );
  if (verifiers.length > 0) lines.push('', verifierTable(verifiers));
  for (const { driver, model, agreement } of verifiers) {
    if (agreement !== null) lines.push('', ...agreementLines(agreement, nameOf({ driver, model })));
  }
  if (violations.length === 0)
    lines.push('', 'no violation: these judges accept what is right and reject what is wrong');
  else {
    lines.push('', `${violations.length} violation(s):`);
    for (const { judge, task, label, repeat, message } of violations)
      lines.push(`  ${verifiers.length === 0 ? '' : `${judge}  `}${task} ${label} #${repeat}: ${seenLine(message)}`);
    lines.push('', `screenshots: ${evidence}`);
  }
  return lines.join('\n');
}

const nameOf = ({ driver, model }: Pick<VerifierRow, 'driver' | 'model'>): string =>
  model === null || driver === 'model' ? (model ?? driver) : `${driver} ${model}`;

/** Ideal: 0 % of the targets on the base, all else 100 %. */
function verifierTable(rows: readonly VerifierRow[]): string {
  const heads = ['verifier', 'model', 'base target', 'ref target', 'base pres.', 'ref pres.', 'cost'];
  const rate = (value: number | null, spread: number | null) =>
    value === null ? '–' : `${(value * 100).toFixed(1)} ± ${((spread ?? 0) * 100).toFixed(1)} %`;
  return renderTable(
    heads.map((head, index) => ({ head, right: index > 1 })),
    rows.map(({ driver, model, rates, meanCostUsd }) => [
      ...[driver, model ?? '–'],
      rate(rates.baseTarget, rates.baseTargetSd),
      rate(rates.referenceTarget, rates.referenceTargetSd),
      rate(rates.basePreservation, rates.basePreservationSd),
      rate(rates.referencePreservation, rates.referencePreservationSd),
      meanCostUsd === null ? 'unknown' : `$${meanCostUsd.toFixed(4)}`,
    ]),
  );
}

function agreementLines({ table, decided, agreed, kappa }: Agreement, name: string): string[] {
  const verdicts = ['pass', 'fail', 'uncertain'] as const;
  const shown = (value: number | null) => (value === null ? '–' : `${(value * 100).toFixed(1)} %`);
  return [
    renderTable(
      [`${name} \\ own judge`, ...verdicts].map((head, index) => ({ head, right: index > 0 })),
      verdicts.map((mine) => [mine, ...verdicts.map((theirs) => String(table[mine][theirs]))]),
    ),
    `decided ${shown(decided)}, of which both say the same ${shown(agreed)}; kappa ${kappa === null ? '–' : kappa.toFixed(2)}`,
  ];
}

const sd = (value: number | null): string => (value === null ? '–' : value.toFixed(3));
