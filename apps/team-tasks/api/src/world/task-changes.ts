import { isDeepStrictEqual } from 'node:util';
import type { StoredTask } from './world-data.ts';

const STATUS_ACTIONS = { todo: 'reopened', in_progress: 'started', done: 'completed' } as const;

const UNLOGGED = new Set(['title', 'status', 'done', 'starred', 'updatedAt']);

/** The entries of the activity log that a change of a task gives. */
export function describeChanges(before: StoredTask, after: StoredTask): { action: string; summary: string }[] {
  const entries: { action: string; summary: string }[] = [];
  if (after.title !== before.title) {
    entries.push({ action: 'renamed', summary: `renamed “${before.title}” to “${after.title}”` });
  }
  if (after.status !== before.status) {
    const action = STATUS_ACTIONS[after.status];
    entries.push({ action, summary: `${action} “${after.title}”` });
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof StoredTask>;
  const edited = [...keys].some((key) => !UNLOGGED.has(key) && !isDeepStrictEqual(before[key], after[key]));
  if (edited) entries.push({ action: 'edited', summary: `edited “${after.title}”` });
  return entries;
}
