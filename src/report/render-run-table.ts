import type { GroupSummary, RunAnswer, TrialRow } from '../schema/index.ts';
import { agentName, formatCost, formatDuration, formatPercent } from './format.ts';
import { renderTable } from './render-table.ts';

/** A run as text: one line of totals, a table by agent, a table by task. */
export function renderRunTable({ run, trials, summary }: RunAnswer): string {
  const blocks = [totalsLine(run, summary)];
  if (summary.groups.length > 0) blocks.push(agentTable(summary.groups), taskTable(trials));
  return `${blocks.join('\n\n')}\n`;
}

function totalsLine(run: string, summary: RunAnswer['summary']): string {
  const { planned, finished, judged, passed, taskErrors, infraErrors, cancelled, durationMs } = summary;
  const beside = [
    [taskErrors, 'task-error'],
    [infraErrors, 'infra-error'],
    [cancelled, 'cancelled'],
  ] as const;
  const rest = beside.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const parts = [`${passed} of ${judged} judged trials passed`, ...rest, `${finished} of ${planned} finished`];
  return `run ${run}: ${parts.join(', ')}, in ${formatDuration(durationMs)}`;
}

/** `73 % (48–89)` */
const rate = (value: GroupSummary['pass']): string =>
  value === null
    ? '-'
    : `${formatPercent(value.rate)} (${Math.round(value.low * 100)}–${Math.round(value.high * 100)})`;

function agentTable(groups: readonly GroupSummary[]): string {
  return renderTable(
    [
      ...[{ head: 'agent' }, { head: 'pass' }, { head: 'target' }, { head: 'preservation' }],
      ...['judged', 'task-error', 'infra-error', 'cancelled'].map((head) => ({ head, right: true })),
      { head: 'bounds', right: true },
      ...['agent time', 'set-up', 'cost'].map((head) => ({ head, right: true })),
    ],
    groups.map((group) => [
      agentName(group),
      rate(group.pass),
      rate(group.target),
      rate(group.preservation),
      `${group.judged}/${group.trials}`,
      String(group.taskErrors),
      String(group.infraErrors),
      String(group.cancelled),
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
    const key = JSON.stringify([trial.suite, trial.task, trial.variant.level, trial.agent, trial.model]);
    rows.set(key, [...(rows.get(key) ?? []), trial]);
  }
  const levels = new Set(trials.map(({ variant }) => variant.level)).size > 1;
  const suites = new Set(trials.map(({ suite }) => suite)).size > 1;
  return renderTable(
    [
      { head: 'task' },
      ...(levels ? [{ head: 'level' }] : []),
      { head: 'agent' },
      ...['pass', 'target', 'preservation', 'not judged', 'time', 'cost'].map((head) => ({ head, right: true })),
    ],
    [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => taskCells(group, { levels, suites })),
  );
}

function taskCells(group: readonly TrialRow[], { levels, suites }: { levels: boolean; suites: boolean }): string[] {
  const [first] = group;
  if (first === undefined) return [];
  const judged = group.filter(({ outcome }) => outcome === 'judged');
  const of = (passes: (row: TrialRow) => boolean) => `${judged.filter(passes).length}/${judged.length}`;
  const costs = group.map(({ costUsd }) => costUsd).filter((cost) => cost !== null);
  const meanMs = judged.reduce((sum, { timeMs }) => sum + timeMs, 0) / Math.max(1, judged.length);
  return [
    suites ? `${first.suite}/${first.task}` : first.task,
    ...(levels ? [first.variant.level] : []),
    agentName(first),
    of(({ passed }) => passed),
    of(({ target }) => target === 'pass'),
    of(({ preservation }) => preservation === 'pass'),
    String(group.length - judged.length),
    judged.length === 0 ? '-' : formatDuration(meanMs),
    formatCost(costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0)),
  ];
}
