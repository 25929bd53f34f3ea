import type { QueryClient } from '@tanstack/react-query';
import type { Task } from '../../api/types';
import { taskKeys } from './task-keys';

/** Stops reads that are under way, so that an older answer cannot overwrite a newer change. */
export function holdTaskReads(client: QueryClient): Promise<void> {
  return client.cancelQueries({ queryKey: taskKeys.all });
}

export function refreshTasks(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: taskKeys.all });
}

export function patchCachedTask(client: QueryClient, id: string, change: Partial<Task>): void {
  client.setQueryData<Task[]>(taskKeys.list, (tasks) =>
    tasks?.map((task) => (task.id === id ? { ...task, ...change } : task)),
  );
  client.setQueryData<Task>(taskKeys.detail(id), (task) => task && { ...task, ...change });
}

export function addCachedTask(client: QueryClient, task: Task): void {
  client.setQueryData<Task[]>(taskKeys.list, (tasks) =>
    tasks?.some(({ id }) => id === task.id) ? tasks : tasks && [...tasks, task],
  );
}

export function removeCachedTask(client: QueryClient, id: string): void {
  client.setQueryData<Task[]>(taskKeys.list, (tasks) => tasks?.filter((task) => task.id !== id));
  client.removeQueries({ queryKey: taskKeys.detail(id) });
}
