import type { TrialId } from '../schema/index.ts';

/** `1m42s`, `2h05m`, `12s`, `0.4s`. */
export function formatDuration(ms: number): string {
  if (ms < 9950) return `${(ms / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m${two(seconds % 60)}s`;
  return `${Math.floor(minutes / 60)}h${two(minutes % 60)}m`;
}

/** `$0.31`; `-` if it is not known. */
export const formatCost = (costUsd: number | null): string => (costUsd === null ? '-' : `$${costUsd.toFixed(2)}`);

export const formatPercent = (rate: number): string => `${Math.round(rate * 100)} %`;

/** Text on one line, at most `max` characters long, without control characters: agents and pages may have written it. */
export function oneLine(text: string, max: number): string {
  const flat = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return flat.length <= max ? flat : `${flat.slice(0, max - 1)}…`;
}

export const agentName = ({ agent, model }: Pick<TrialId, 'agent' | 'model'>): string =>
  model === null ? agent : `${agent} ${model}`;

/** How trials are named in lines of one run: no more than tells them apart. */
export interface TrialNames {
  task(id: TrialId): string;
  /** `oracle #2` */
  agent(id: TrialId): string;
  taskWidth: number;
  agentWidth: number;
}

export function trialNames(trials: readonly TrialId[]): TrialNames {
  const several = (part: (id: TrialId) => string) => new Set(trials.map(part)).size > 1;
  const suites = several(({ suite }) => suite);
  const levels = several(({ variant }) => variant.level);
  const task = (id: TrialId) => `${suites ? `${id.suite}/` : ''}${id.task}${levels ? ` (${id.variant.level})` : ''}`;
  const agent = (id: TrialId) => `${agentName(id)} #${id.attempt}`;
  const widest = (name: (id: TrialId) => string) => Math.max(0, ...trials.map((id) => name(id).length));
  return { task, agent, taskWidth: widest(task), agentWidth: widest(agent) };
}

/** Distinguishes trials of one run. */
export const trialKey = ({ suite, task, agent, model, variant, attempt }: TrialId): string =>
  JSON.stringify([suite, task, agent, model, variant.level, attempt]);
