import { notFound } from '../http/api-error.ts';
import type { Activity, ActivityType, Person } from '../types.ts';
import { stamp } from './clock.ts';
import { nextId } from './ids.ts';
import type { World } from './world.ts';

const MAX_ENTRIES = 20_000;

export interface NewActivity {
  type: ActivityType;
  action: string;
  actor: Person;
  summary: string;
  taskId?: number | null;
  orderId?: string | null;
  at?: string;
}

export function addActivity(world: World, entry: NewActivity, silent = false): Activity {
  const activity: Activity = {
    id: nextId(world, 'activity'),
    type: entry.type,
    action: entry.action,
    at: entry.at ?? stamp(world),
    actor: { id: entry.actor.id, name: entry.actor.name },
    taskId: entry.taskId ?? null,
    orderId: entry.orderId ?? null,
    summary: entry.summary,
  };
  world.data.activity.push(activity);
  if (world.data.activity.length > MAX_ENTRIES) world.data.activity.shift();
  if (!silent) world.events.emit('activity.created', { activity });
  return activity;
}

export function deleteActivity(world: World, id: string): void {
  const at = world.data.activity.findIndex((entry) => entry.id === id);
  if (at < 0) throw notFound('This entry');
  world.data.activity.splice(at, 1);
  world.events.emit('activity.deleted', { activityId: id });
}
