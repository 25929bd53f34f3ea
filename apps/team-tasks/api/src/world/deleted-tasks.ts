import { conflict, notFound } from '../http/api-error.ts';
import type { LegacyLink, Person, Task } from '../types.ts';
import { addActivity } from './activity.ts';
import { stamp } from './clock.ts';
import { toPerson } from './members.ts';
import { findTask, toTask } from './tasks.ts';
import type { World } from './world.ts';
import type { DeletedTask } from './world-data.ts';

export function deleteTask(world: World, id: number, actor: Person, silent = false): void {
  const task = findTask(world, id);
  world.data.tasks = world.data.tasks.filter((candidate) => candidate !== task);
  world.data.deletedTasks.push({ task, at: stamp(world), by: toPerson(actor) });
  if (!silent) world.events.emit('task.deleted', { taskId: id, key: task.key });
  const summary = `deleted “${task.title}”`;
  addActivity(world, { type: 'task', action: 'deleted', actor, taskId: id, summary }, silent);
}

export function restoreTask(world: World, id: number, actor: Person): Task {
  if (world.data.tasks.some((candidate) => candidate.id === id)) throw conflict('This task is not deleted.');
  const deleted = world.data.deletedTasks.find((entry) => entry.task.id === id);
  if (!deleted) throw notFound('This task');
  world.data.deletedTasks = world.data.deletedTasks.filter((entry) => entry !== deleted);
  world.data.tasks.push(deleted.task);
  world.data.tasks.sort((a, b) => a.id - b.id);
  const task = toTask(world, deleted.task);
  world.events.emit('task.restored', { task });
  const summary = `restored “${task.title}”`;
  addActivity(world, { type: 'task', action: 'restored', actor, taskId: id, summary });
  return task;
}

function toTombstone({ task, at, by }: DeletedTask): LegacyLink {
  return { key: task.key, taskId: task.id, title: task.title, deleted: { at, by } };
}

export function findTombstone(world: World, id: number): LegacyLink {
  const deleted = world.data.deletedTasks.find((entry) => entry.task.id === id);
  if (!deleted) throw notFound('A deleted task with this id');
  return toTombstone(deleted);
}

export function resolveLegacyKey(world: World, rawKey: string): LegacyLink {
  const key = rawKey.toUpperCase();
  const task = world.data.tasks.find((candidate) => candidate.key === key);
  if (task) return { key, taskId: task.id, title: task.title, deleted: null };
  const deleted = world.data.deletedTasks.find((entry) => entry.task.key === key);
  if (!deleted) throw notFound('A task with this key');
  return toTombstone(deleted);
}
