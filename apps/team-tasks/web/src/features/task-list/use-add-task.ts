import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createTask } from '../../api/tasks';
import { addCachedTask } from '../tasks/task-cache';

export function useAddTask() {
  const client = useQueryClient();

  return useMutation({
    mutationFn: createTask,
    onSuccess: (task) => addCachedTask(client, task),
  });
}
