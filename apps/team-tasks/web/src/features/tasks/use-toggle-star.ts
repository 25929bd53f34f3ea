import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../../api/errors';
import { updateTask } from '../../api/tasks';
import type { Task } from '../../api/types';
import { useNotify } from '../notices/notice-context';
import { holdTaskReads, patchCachedTask } from './task-cache';

export function useToggleStar(task: Task) {
  const client = useQueryClient();
  const notify = useNotify();

  const { mutate } = useMutation({
    scope: { id: `tasks/toggle-star/${task.id}` },
    mutationFn: (before: Task) => updateTask(before.id, { starred: !before.starred }),
    onMutate: async (before) => {
      await holdTaskReads(client);
      patchCachedTask(client, before.id, { starred: !before.starred });
    },
    onError: (error, before) => {
      patchCachedTask(client, before.id, { starred: before.starred });
      notify('error', `Couldn’t save the star of “${before.title}”. ${describeError(error)}`);
    },
  });

  return () => mutate(task);
}
