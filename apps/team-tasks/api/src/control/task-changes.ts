import { invalid, notFound } from '../http/api-error.ts';
import { flag, listOf, object, readStrict, text } from '../http/fields.ts';
import type { Task } from '../types.ts';
import { deleteTask, findTombstone } from '../world/deleted-tasks.ts';
import { findTask, toTask } from '../world/tasks.ts';
import type { World } from '../world/world.ts';

const UNTOUCHABLE = ['id', 'commentCount', '__proto__'];

/** Writes raw values into a task: no check of types, no keeping in step, no entry in the activity log. */
export function setTaskFields(world: World, id: number, body: Record<string, unknown>): Task {
  const asked = readStrict<{ set: Record<string, unknown>; unset: string[]; silent: boolean }>(body, {
    set: object,
    unset: listOf(text(1, 100), 100),
    silent: flag,
  });
  const task = findTask(world, id) as unknown as Record<string, unknown>;
  const unset = asked.unset ?? [];
  for (const key of [...Object.keys(asked.set ?? {}), ...unset]) {
    if (UNTOUCHABLE.includes(key)) throw invalid(key, 'This field cannot be set.');
  }
  Object.assign(task, asked.set);
  for (const key of unset) delete task[key];
  const changed = toTask(world, findTask(world, id));
  if (asked.silent === false) world.events.emit('task.updated', { task: changed });
  return changed;
}

export function deleteTaskAs(world: World, id: number, body: Record<string, unknown>) {
  const asked = readStrict<{ by: string; silent: boolean }>(body, { by: text(1, 64), silent: flag });
  const by = asked.by ?? world.data.currentMemberId;
  const member = world.data.members.find((candidate) => candidate.id === by);
  if (!member) throw invalid('by', 'There is no such member.');
  deleteTask(world, id, member, asked.silent ?? false);
  return findTombstone(world, id);
}

export function controlTaskId(raw: string): number {
  if (!/^[1-9]\d{0,14}$/.test(raw)) throw notFound('This task');
  return Number(raw);
}
