import { useQuery } from '@tanstack/react-query';
import { getTask, listTasks } from '../../api/tasks';
import { taskKeys } from './task-keys';

export function useTasks() {
  return useQuery({
    queryKey: taskKeys.list,
    queryFn: ({ signal }) => listTasks(signal),
    retry: false,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function useTask(id: number) {
  return useQuery({
    queryKey: taskKeys.detail(id),
    queryFn: ({ signal }) => getTask(id, signal),
    retry: false,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
