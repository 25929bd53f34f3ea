import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../../api/errors';
import { updateTask } from '../../api/tasks';
import type { Task } from '../../api/types';
import { useNotices } from '../notices/notice-context';
import { holdTaskReads, patchCachedTask } from './task-cache';

export function useToggleStar() {
  const client = useQueryClient();
  const { notify } = useNotices();

  const mutation = useMutation({
    mutationFn: (task: Task) => updateTask(task.id, { starred: !task.starred }),
    onMutate: async (task) => {
      await holdTaskReads(client);
      patchCachedTask(client, task.id, { starred: !task.starred });
    },
    onError: (error, task) => {
      patchCachedTask(client, task.id, { starred: task.starred });
      notify('error', `Couldn’t change the star of “${task.title}”: ${describeError(error)}`);
    },
  });

  return mutation.mutate;
}
