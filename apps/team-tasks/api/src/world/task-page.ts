import type { Page, Task } from '../types.ts';
import { toTask } from './tasks.ts';
import type { World } from './world.ts';

const PAGE_SIZE = 20;

export const STATUS_FILTERS = ['all', 'active', 'done', 'todo', 'in_progress'] as const;

export interface TaskQuery {
  status?: (typeof STATUS_FILTERS)[number];
  search?: string;
  page?: number;
}

export function taskPage(world: World, { status = 'all', search = '', page }: TaskQuery): Page<Task> {
  const wanted = search.toLowerCase();
  const matching = world.data.tasks.filter(
    (task) =>
      (status === 'all' || (status === 'active' ? !task.done : task.status === status)) &&
      task.title.toLowerCase().includes(wanted),
  );
  const pageSize = page === undefined ? matching.length : PAGE_SIZE;
  const start = ((page ?? 1) - 1) * pageSize;
  return {
    items: matching.slice(start, start + pageSize).map((task) => toTask(world, task)),
    total: matching.length,
    page: page ?? 1,
    pageSize,
    pageCount: Math.max(1, Math.ceil(matching.length / (pageSize || 1))),
  };
}
