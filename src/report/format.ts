import { labelOf, type TrialId, variantName } from '../schema/index.ts';

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

const SEEN_MAX = 1000;

/** What a page showed a judge, in one line. */
export const seenLine = (text: string): string => oneLine(text, SEEN_MAX);

type AgentId = Pick<TrialId, 'agent' | 'label' | 'model'>;

const LABEL_MAX = 40;

/** How agents are named among `all`: as asked for, and cut in the middle where that still tells them apart. */
export function agentNamer(all: readonly AgentId[]): (id: AgentId) => string {
  const labels = [...new Set(all.map(labelOf))];
  const cut = new Map(labels.map((label) => [label, cutMiddle(label)]));
  const alike = new Set(cut.values()).size < labels.length;
  return (id) => {
    const whole = oneLine(labelOf(id), Number.POSITIVE_INFINITY);
    const label = alike ? whole : (cut.get(labelOf(id)) ?? whole);
    return id.model === null ? label : `${label} ${id.model}`;
  };
}

function cutMiddle(label: string): string {
  const flat = oneLine(label, Number.POSITIVE_INFINITY);
  const tail = Math.floor(LABEL_MAX / 3);
  return flat.length <= LABEL_MAX ? flat : `${flat.slice(0, LABEL_MAX - tail - 1)}…${flat.slice(-tail)}`;
}

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
  const variants = several(({ variant }) => variantName(variant));
  const task = (id: TrialId) =>
    `${suites ? `${id.suite}/` : ''}${id.task}${variants ? ` (${variantName(id.variant)})` : ''}`;
  const nameOf = agentNamer(trials);
  const agent = (id: TrialId) => `${nameOf(id)} #${id.attempt}`;
  const widest = (name: (id: TrialId) => string) => Math.max(0, ...trials.map((id) => name(id).length));
  return { task, agent, taskWidth: widest(task), agentWidth: widest(agent) };
}

/** Distinguishes trials of one run. */
export const trialKey = (id: TrialId): string =>
  JSON.stringify([id.suite, id.task, labelOf(id), id.model, variantName(id.variant), id.attempt]);
