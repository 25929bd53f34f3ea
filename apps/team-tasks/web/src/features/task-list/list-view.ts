import type { Task } from '../../api/types';
import { priorities } from '../tasks/priority';

export type Filter = 'all' | 'active' | 'done';
export type Sort = 'created' | 'priority' | 'title';

export interface ListView {
  filter: Filter;
  search: string;
  sort: Sort;
}

export const initialListView: ListView = { filter: 'all', search: '', sort: 'created' };

const filters: Record<Filter, (task: Task) => boolean> = {
  all: () => true,
  active: (task) => !task.done,
  done: (task) => task.done,
};

/** Task ids count up, so the higher one is the newer one. */
const newestFirst = (a: Task, b: Task) => b.id - a.id;

const sorts: Record<Sort, (a: Task, b: Task) => number> = {
  created: newestFirst,
  priority: (a, b) => priorities.indexOf(a.priority) - priorities.indexOf(b.priority) || newestFirst(a, b),
  title: (a, b) => a.title.localeCompare(b.title) || newestFirst(a, b),
};

export function visibleTasks(tasks: Task[], { filter, search, sort }: ListView): Task[] {
  const wanted = search.trim().toLowerCase();
  return tasks
    .filter(filters[filter])
    .filter((task) => task.title.toLowerCase().includes(wanted))
    .sort(sorts[sort]);
}

export function countByFilter(tasks: Task[]): Record<Filter, number> {
  const done = tasks.filter(filters.done).length;
  return { all: tasks.length, active: tasks.length - done, done };
}
