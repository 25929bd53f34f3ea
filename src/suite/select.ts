import { UserError } from '../errors.ts';
import { type Action, namesHint, type TaskKind } from '../schema/index.ts';
import type { Task } from './task.ts';

export interface TaskFilter {
  /** Ids, `suite/id`, or globs with `*`. */
  tasks?: readonly string[];
  group?: string;
  kind?: TaskKind;
  category?: string;
  action?: Action;
}

/**
 * Tasks that match every part of the filter.
 * @throws UserError `no-task` or `no-value` if a named task, group or category does not exist here.
 */
export function filterTasks(tasks: readonly Task[], filter: TaskFilter): Task[] {
  const named = filter.tasks ?? [];
  for (const name of named) {
    if (tasks.some((task) => matchesName(task, name))) continue;
    const ids = tasks.map(({ id }) => id);
    throw new UserError('no-task', `there is no task "${name}" here`, namesHint(name, ids));
  }
  mustExist('group', filter.group, new Set(tasks.map(({ config }) => config.group)));
  mustExist('category', filter.category, new Set(tasks.map(({ config }) => config.category)));
  return tasks.filter(
    (task) =>
      (named.length === 0 || named.some((name) => matchesName(task, name))) &&
      (filter.group === undefined || task.config.group === filter.group) &&
      (filter.kind === undefined || task.config.kind === filter.kind) &&
      (filter.category === undefined || task.config.category === filter.category) &&
      (filter.action === undefined || task.config.actions.includes(filter.action)),
  );
}

/** A slip of the hand would otherwise look like an empty suite. */
function mustExist(what: string, value: string | undefined, known: ReadonlySet<string>): void {
  if (value === undefined || known.has(value)) return;
  throw new UserError('no-value', `no task has the ${what} "${value}"`, namesHint(value, [...known]));
}

function matchesName(task: Task, name: string): boolean {
  const pattern = new RegExp(`^${name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);
  return pattern.test(task.id) || pattern.test(task.name);
}

/** `size` tasks drawn without replacement; the same seed and tasks give the same sample on every machine. */
export function sampleTasks(tasks: readonly Task[], size: number, seed: number): Task[] {
  const random = mulberry32(seed);
  const order = [...tasks].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    const [a, b] = [order[i], order[j]];
    if (a !== undefined && b !== undefined) [order[i], order[j]] = [b, a];
  }
  const chosen = new Set(order.slice(0, size));
  return tasks.filter((task) => chosen.has(task));
}

/** Small seeded generator of numbers in [0, 1); public domain algorithm by Tommy Ettinger. */
function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
