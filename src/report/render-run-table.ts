import { type GroupSummary, type RunAnswer, type TrialRow, type Variant, variantName } from '../schema/index.ts';
import { agentNamer, formatCost, formatDuration, formatPercent } from './format.ts';
import { renderTable } from './render-table.ts';

/** A run as text: one line of totals, a table by agent and variant, a table by task. */
export function renderRunTable({ run, trials, summary }: RunAnswer): string {
  const blocks = [totalsLine(run, summary)];
  if (trials.length > 0) blocks.push(agentTable(summary.groups), taskTable(trials));
  return `${blocks.join('\n\n')}\n`;
}

function totalsLine(run: string, summary: RunAnswer['summary']): string {
  const { planned, finished, judged, passed, durationMs } = summary;
  const rest = NOT_JUDGED.filter(([, key]) => summary[key] > 0).map(([word, key]) => `${summary[key]} ${word}`);
  if (rest.length === 0) rest.push('no task-error, infra-error or cancelled');
  const parts = [`${passed} of ${judged} judged trials passed`, ...rest, `${finished} of ${planned} finished`];
  return `run ${run}: ${parts.join(', ')}, in ${formatDuration(durationMs)}`;
}

const severalVariants = (all: readonly { variant: Variant }[]): boolean =>
  new Set(all.map(({ variant }) => variantName(variant))).size > 1;

/** `73 % (48–89)` */
const rate = (value: GroupSummary['pass']): string =>
  value === null
    ? '-'
    : `${formatPercent(value.rate)} (${Math.round(value.low * 100)}–${Math.round(value.high * 100)})`;

const NOT_JUDGED = [
  ['task-error', 'taskErrors'],
  ['infra-error', 'infraErrors'],
  ['cancelled', 'cancelled'],
] as const;

function agentTable(groups: readonly GroupSummary[]): string {
  // Columns of noughts would break the lines of a terminal; the line above says that there are none.
  const beside = NOT_JUDGED.filter(([, key]) => groups.some((group) => group[key] > 0));
  const nameOf = agentNamer(groups);
  const variants = severalVariants(groups);
  return renderTable(
    [
      { head: 'agent' },
      ...(variants ? [{ head: 'variant' }] : []),
      ...[{ head: 'pass' }, { head: 'target' }, { head: 'preservation' }],
      ...['judged', ...beside.map(([word]) => word)].map((head) => ({ head, right: true })),
      ...['bounds', 'agent time', 'set-up', 'cost'].map((head) => ({ head, right: true })),
    ],
    groups.map((group) => [
      nameOf(group),
      ...(variants ? [variantName(group.variant)] : []),
      rate(group.pass),
      rate(group.target),
      rate(group.preservation),
      `${group.judged}/${group.trials}`,
      ...beside.map(([, key]) => String(group[key])),
      `${Math.round(group.bounds.low * 100)}–${formatPercent(group.bounds.high)}`,
      formatDuration(group.meanAgentMs),
      formatDuration(group.meanSetUpMs),
      formatCost(group.costUsd),
    ]),
  );
}

function taskTable(trials: readonly TrialRow[]): string {
  const rows = new Map<string, TrialRow[]>();
  for (const trial of trials) {
    const key = JSON.stringify([trial.suite, trial.task, variantName(trial.variant), trial.label, trial.model]);
    rows.set(key, [...(rows.get(key) ?? []), trial]);
  }
  const nameOf = agentNamer(trials);
  const variants = severalVariants(trials);
  const suites = new Set(trials.map(({ suite }) => suite)).size > 1;
  return renderTable(
    [
      { head: 'task' },
      ...(variants ? [{ head: 'variant' }] : []),
      { head: 'agent' },
      ...['pass', 'target', 'preservation', 'not judged', 'time', 'cost'].map((head) => ({ head, right: true })),
    ],
    [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => taskCells(group, { variants, suites, nameOf })),
  );
}

function taskCells(
  group: readonly TrialRow[],
  { variants, suites, nameOf }: { variants: boolean; suites: boolean; nameOf: (row: TrialRow) => string },
): string[] {
  const [first] = group;
  if (first === undefined) return [];
  const judged = group.filter(({ outcome }) => outcome === 'judged');
  const of = (passes: (row: TrialRow) => boolean) => `${judged.filter(passes).length}/${judged.length}`;
  const costs = group.map(({ costUsd }) => costUsd).filter((cost) => cost !== null);
  const meanMs = judged.reduce((sum, { timeMs }) => sum + timeMs, 0) / Math.max(1, judged.length);
  return [
    suites ? `${first.suite}/${first.task}` : first.task,
    ...(variants ? [variantName(first.variant)] : []),
    nameOf(first),
    of(({ passed }) => passed),
    of(({ target }) => target === 'pass'),
    of(({ preservation }) => preservation === 'pass'),
    String(group.length - judged.length),
    judged.length === 0 ? '-' : formatDuration(meanMs),
    formatCost(costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0)),
  ];
}
