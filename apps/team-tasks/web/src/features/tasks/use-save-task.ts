import { useMutation, useQueryClient } from '@tanstack/react-query';
import { updateTask } from '../../api/tasks';
import type { TaskChange } from '../../api/types';
import { holdTaskReads, patchCachedTask } from './task-cache';

/** Saves changed fields of one task; the caller shows the error beside its form. */
export function useSaveTask(id: number) {
  const client = useQueryClient();

  return useMutation({
    mutationFn: (change: TaskChange) => updateTask(id, change),
    onSuccess: async (task) => {
      await holdTaskReads(client);
      patchCachedTask(client, task.id, task);
    },
  });
}
