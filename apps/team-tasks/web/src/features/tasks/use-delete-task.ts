import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../../api/errors';
import { deleteTask } from '../../api/tasks';
import type { Task } from '../../api/types';
import { useNotify } from '../notices/notice-context';
import { holdTaskReads, removeCachedTask } from './task-cache';

/** Asks first, then deletes for good. The task stays on the screen until the server agrees. */
export function useDeleteTask(onDeleted?: () => void) {
  const client = useQueryClient();
  const notify = useNotify();

  const mutation = useMutation({
    mutationFn: (task: Task) => deleteTask(task.id),
    onSuccess: async (_, task) => {
      await holdTaskReads(client);
      onDeleted?.();
      removeCachedTask(client, task.id);
    },
    onError: (error, task) => notify('error', `Couldn’t delete “${task.title}”. ${describeError(error)}`),
  });

  return (task: Task) => {
    if (mutation.isPending) return;
    if (window.confirm(`Delete “${task.title}”? This can’t be undone.`)) mutation.mutate(task);
  };
}
