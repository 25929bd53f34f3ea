import { invalid } from '../http/api-error.ts';
import { day } from '../http/day.ts';
import {
  flag,
  integerBetween,
  listOf,
  nullable,
  numberBetween,
  object,
  oneOf,
  type Reader,
  type ReadersOf,
  readKnown,
  required,
  text,
} from '../http/fields.ts';
import type { ChecklistItem } from '../types.ts';
import type { StoredTask } from './world-data.ts';

type NewChecklistItem = Omit<ChecklistItem, 'id'> & { id?: string };

/** What a client may write. */
export type TaskFields = Omit<StoredTask, 'id' | 'key' | 'createdAt' | 'updatedAt' | 'checklist'> & {
  checklist: NewChecklistItem[];
};

const checklistItem: Reader<NewChecklistItem> = (value, field) => {
  const readers: ReadersOf<NewChecklistItem> = { id: text(1, 64), text: text(1, 500), done: flag };
  const item = readKnown<NewChecklistItem>(object(value, field), readers);
  return { ...item, text: required(item.text, 'text'), done: item.done ?? false };
};

const readers: ReadersOf<TaskFields> = {
  title: text(1, 200),
  description: text(0, 10_000),
  notes: text(0, 10_000),
  status: oneOf(['todo', 'in_progress', 'done']),
  done: flag,
  priority: oneOf(['low', 'medium', 'high']),
  starred: flag,
  dueDate: nullable(day),
  estimate: nullable(numberBetween(0, 1000)),
  assigneeId: nullable(text(1, 64)),
  checklist: listOf(checklistItem, 100),
  relatedIds: listOf(integerBetween(1, Number.MAX_SAFE_INTEGER), 100),
  repeat: oneOf(['none', 'daily', 'weekly', 'monthly']),
  seriesId: nullable(text(1, 64)),
};

export function readTaskFields(body: Record<string, unknown>): Partial<TaskFields> {
  const fields = readKnown<TaskFields>(body, readers);
  if (fields.status !== undefined && fields.done !== undefined && fields.done !== (fields.status === 'done')) {
    throw invalid('done', 'Done and status do not agree.');
  }
  return fields;
}

/** Brings `status` and `done` into step after either was written. */
export function inStep(
  before: Pick<StoredTask, 'status'>,
  fields: Partial<TaskFields>,
): Pick<StoredTask, 'status' | 'done'> {
  let { status } = before;
  if (fields.status !== undefined) status = fields.status;
  else if (fields.done === true) status = 'done';
  else if (fields.done === false && status === 'done') status = 'todo';
  return { status, done: status === 'done' };
}
