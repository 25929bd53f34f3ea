import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../../api/errors';
import { updateTask } from '../../api/tasks';
import type { Task } from '../../api/types';
import { useNotify } from '../notices/notice-context';
import { holdTaskReads, patchCachedTask } from './task-cache';

/** Marks a task done or reopens it: shown at once, taken back with a message when it is refused. */
export function useToggleDone(task: Task) {
  const client = useQueryClient();
  const notify = useNotify();
  const mutationKey = ['tasks', 'toggle-done', task.id];

  const { mutate } = useMutation({
    mutationKey,
    // One at a time for each task, so that quick toggles reach the server in order.
    scope: { id: mutationKey.join('/') },
    mutationFn: (before: Task) => updateTask(before.id, { done: !before.done }),
    onMutate: async (before) => {
      await holdTaskReads(client);
      patchCachedTask(client, before.id, { done: !before.done });
    },
    onError: (error, before) => {
      patchCachedTask(client, before.id, { done: before.done });
      notify('error', `Couldn’t save “${before.title}”. ${describeError(error)}`);
    },
    onSuccess: (saved) => {
      const isLatest = client.isMutating({ mutationKey }) === 1;
      if (isLatest) patchCachedTask(client, saved.id, saved);
    },
  });

  return () => mutate(task);
}
