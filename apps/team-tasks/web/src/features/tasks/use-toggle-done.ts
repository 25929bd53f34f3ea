import { useMutation, useQueryClient } from '@tanstack/react-query';
import { updateTask } from '../../api/tasks';
import type { Task } from '../../api/types';
import { describeError } from '../../api/errors';
import { useNotices } from '../notices/notice-context';
import { holdTaskReads, patchCachedTask, refreshTasks } from './task-cache';

const mutationKey = ['tasks', 'toggle-done'];

/** Marks a task done or reopens it: shown at once, taken back with a message when it is refused. */
export function useToggleDone() {
  const client = useQueryClient();
  const { notify } = useNotices();

  const mutation = useMutation({
    mutationKey,
    mutationFn: (task: Task) => updateTask(task.id, { done: !task.done }),
    onMutate: async (task) => {
      await holdTaskReads(client);
      patchCachedTask(client, task.id, { done: !task.done });
    },
    onError: (error, task) => {
      patchCachedTask(client, task.id, { done: task.done });
      notify('error', `Couldn’t save “${task.title}”: ${describeError(error)}`);
    },
    onSuccess: () => {
      if (client.isMutating({ mutationKey }) === 1) return refreshTasks(client);
    },
  });

  return mutation.mutate;
}
