import { isDeepStrictEqual } from 'node:util';
import { notFound } from '../http/api-error.ts';
import type { ChecklistItem, Member, Task } from '../types.ts';
import { addActivity } from './activity.ts';
import { stamp } from './clock.ts';
import { nextId, nextNumber } from './ids.ts';
import { ensureRoom } from './room.ts';
import { describeChanges } from './task-changes.ts';
import { inStep, type TaskFields } from './task-fields.ts';
import type { World } from './world.ts';
import type { StoredTask } from './world-data.ts';

export function toTask(world: World, stored: StoredTask): Task {
  const commentCount = world.data.comments.filter((comment) => comment.taskId === stored.id).length;
  return { ...stored, commentCount };
}

export function findTask(world: World, id: number): StoredTask {
  const task = world.data.tasks.find((candidate) => candidate.id === id);
  if (!task) throw notFound('This task');
  return task;
}

function withItemIds(world: World, checklist: TaskFields['checklist']): ChecklistItem[] {
  return checklist.map((item) => ({
    id: item.id ?? nextId(world, 'checklistItem'),
    text: item.text,
    done: item.done,
  }));
}

export function createTask(world: World, fields: Partial<TaskFields> & { title: string }, actor: Member): Task {
  ensureRoom(world.data.tasks.length + world.data.deletedTasks.length, 5000, 'tasks');
  const createdAt = stamp(world);
  const task: StoredTask = {
    id: nextNumber(world, 'task'),
    key: `TT-${nextNumber(world, 'key')}`,
    title: fields.title,
    description: fields.description ?? '',
    notes: fields.notes ?? '',
    ...inStep({ status: 'todo' }, fields),
    priority: fields.priority ?? 'medium',
    starred: fields.starred ?? false,
    // Absent and null are different for clients: a key that was not sent must not appear.
    ...(fields.dueDate === undefined ? {} : { dueDate: fields.dueDate }),
    estimate: fields.estimate ?? null,
    assigneeId: fields.assigneeId ?? null,
    checklist: withItemIds(world, fields.checklist ?? []),
    relatedIds: fields.relatedIds ?? [],
    repeat: fields.repeat ?? 'none',
    seriesId: fields.seriesId ?? null,
    createdAt,
    updatedAt: createdAt,
  };
  world.data.tasks.push(task);
  world.events.emit('task.created', { task: toTask(world, task) });
  const summary = `created “${task.title}”`;
  addActivity(world, { type: 'task', action: 'created', actor, taskId: task.id, summary });
  return toTask(world, task);
}

export function updateTask(world: World, id: number, fields: Partial<TaskFields>, actor: Member): Task {
  const task = findTask(world, id);
  const before = { ...task };
  const { checklist, status: _status, done: _done, ...plain } = fields;
  Object.assign(task, plain, inStep(task, fields));
  if (checklist) task.checklist = withItemIds(world, checklist);
  if (isDeepStrictEqual(before, task)) return toTask(world, task);
  task.updatedAt = stamp(world);
  world.events.emit('task.updated', { task: toTask(world, task) });
  for (const { action, summary } of describeChanges(before, task)) {
    addActivity(world, { type: 'task', action, actor, taskId: id, summary });
  }
  return toTask(world, task);
}
