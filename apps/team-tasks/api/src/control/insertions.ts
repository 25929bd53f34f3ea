import { invalid } from '../http/api-error.ts';
import { moment } from '../http/day.ts';
import {
  flag,
  integerBetween,
  listOf,
  nullable,
  object,
  oneOf,
  type ReadersOf,
  readStrict,
  required,
  text,
} from '../http/fields.ts';
import type { Activity, ActivityType, Member, Notification, Role } from '../types.ts';
import { addActivity, type NewActivity } from '../world/activity.ts';
import { addMember, toPerson } from '../world/members.ts';
import { addNotification } from '../world/notifications.ts';
import type { World } from '../world/world.ts';

const taskId = nullable(integerBetween(1, Number.MAX_SAFE_INTEGER));

export function pushNotification(world: World, body: Record<string, unknown>): Notification {
  const asked = readStrict<{ text: string; taskId: number | null; silent: boolean }>(body, {
    text: text(1, 1000),
    taskId,
    silent: flag,
  });
  const words = required(asked.text, 'text');
  return addNotification(world, { text: words, taskId: asked.taskId ?? null, silent: asked.silent ?? false });
}

export function insertMember(world: World, body: Record<string, unknown>): Member {
  const readers: ReadersOf<{ name: string; email: string; role: Role; password: string | null; silent: boolean }> = {
    name: text(1, 300),
    email: text(1, 254),
    role: oneOf(['Owner', 'Member', 'Viewer']),
    password: nullable(text(1, 200)),
    silent: flag,
  };
  const asked = readStrict<{ name: string; email: string; role: Role; password: string | null; silent: boolean }>(
    body,
    readers,
  );
  const name = required(asked.name, 'name');
  const email = required(asked.email, 'email');
  const member = { name, email, role: asked.role ?? 'Member', password: asked.password ?? null };
  return addMember(world, member, asked.silent ?? false);
}

interface EntryRequest {
  type: ActivityType;
  action: string;
  by: string;
  summary: string;
  taskId: number | null;
  orderId: string | null;
  at: string;
}

const entryReaders: ReadersOf<EntryRequest> = {
  type: oneOf(['task', 'comment', 'attachment', 'member', 'order']),
  action: text(1, 50),
  by: text(1, 64),
  summary: text(1, 1000),
  taskId,
  orderId: nullable(text(1, 64)),
  at: moment,
};

function readEntry(world: World, body: Record<string, unknown>): NewActivity {
  const { by = world.data.currentMemberId, ...asked } = readStrict<EntryRequest>(body, entryReaders);
  const member = world.data.members.find((candidate) => candidate.id === by);
  if (!member) throw invalid('by', 'There is no such member.');
  const type = required(asked.type, 'type');
  const action = required(asked.action, 'action');
  return { ...asked, type, action, summary: required(asked.summary, 'summary'), actor: toPerson(member) };
}

/** Adds entries in the order given. All are checked before the first is added. */
export function addEntries(world: World, body: Record<string, unknown>): { items: Activity[] } {
  const asked = readStrict<{ items: Record<string, unknown>[]; silent: boolean }>(body, {
    items: listOf(object, 1000),
    silent: flag,
  });
  const entries = required(asked.items, 'items').map((item) => readEntry(world, item));
  return { items: entries.map((entry) => addActivity(world, entry, asked.silent ?? false)) };
}
