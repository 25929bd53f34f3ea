import { request } from './http';
import type { NewTask, Task, TaskChange } from './types';

export async function listTasks(signal?: AbortSignal): Promise<Task[]> {
  const { items } = await request<{ items: Task[] }>('GET', '/tasks', { signal });
  return items;
}

export function getTask(id: number, signal?: AbortSignal): Promise<Task> {
  return request('GET', `/tasks/${id}`, { signal });
}

export function createTask({ title, priority }: NewTask): Promise<Task> {
  return request('POST', '/tasks', { body: { title, priority } });
}

export function updateTask(id: number, change: TaskChange): Promise<Task> {
  return request('PATCH', `/tasks/${id}`, { body: change });
}

export function deleteTask(id: number): Promise<void> {
  return request('DELETE', `/tasks/${id}`);
}
