import type { QueryClient } from '@tanstack/react-query';
import type { Task } from '../../api/types';
import { taskKeys } from './task-keys';

/** Stops reads that are under way, so that an older answer cannot overwrite a newer change. */
export function holdTaskReads(client: QueryClient): Promise<void> {
  return client.cancelQueries({ queryKey: taskKeys.all });
}

export function patchCachedTask(client: QueryClient, id: number, change: Partial<Task>): void {
  client.setQueryData<Task[]>(taskKeys.list, (tasks) =>
    tasks?.map((task) => (task.id === id ? { ...task, ...change } : task)),
  );
  client.setQueryData<Task>(taskKeys.detail(id), (task) => task && { ...task, ...change });
}

/** Adds a new task to the list, or asks for the list again when there is none to add to. */
export async function addCachedTask(client: QueryClient, task: Task): Promise<void> {
  if (!client.getQueryData(taskKeys.list)) {
    void client.invalidateQueries({ queryKey: taskKeys.list });
    return;
  }
  await holdTaskReads(client);
  client.setQueryData<Task[]>(taskKeys.list, (tasks) => tasks && [...tasks, task]);
}

export function removeCachedTask(client: QueryClient, id: number): void {
  client.setQueryData<Task[]>(taskKeys.list, (tasks) => tasks?.filter((task) => task.id !== id));
  client.removeQueries({ queryKey: taskKeys.detail(id), type: 'inactive' });
}
