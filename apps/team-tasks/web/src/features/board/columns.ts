import type { Task } from '../../api/types';

export type ColumnId = 'todo' | 'done';

export const columnIds: readonly ColumnId[] = ['todo', 'done'];

export const columnTitles: Record<ColumnId, string> = { todo: 'To do', done: 'Done' };

export function isColumnId(value: string | undefined): value is ColumnId {
  return value === 'todo' || value === 'done';
}

export function columnOf(task: Task): ColumnId {
  return task.done ? 'done' : 'todo';
}
