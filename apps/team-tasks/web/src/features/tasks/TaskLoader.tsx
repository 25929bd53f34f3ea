import type { ReactNode } from 'react';
import { isNotFound } from '../../api/errors';
import type { Task } from '../../api/types';
import { LoadError } from '../load-state/LoadError';
import { Loading } from '../load-state/Loading';
import { loadState } from '../load-state/load-state';
import { TaskNotFound } from './TaskNotFound';
import { useTask } from './task-queries';

interface TaskLoaderProps {
  id: number;
  /** Waits for the server's present answer instead of showing an earlier one first. */
  fresh?: boolean;
  children: (task: Task) => ReactNode;
}

export function TaskLoader({ id, fresh = false, children }: TaskLoaderProps) {
  const query = useTask(id);
  const { failed, loading, retrying, retry } = loadState(query);

  if (isNotFound(query.error)) return <TaskNotFound />;
  if (failed) {
    return <LoadError what="the task" error={query.error} retrying={retrying} onRetry={retry} />;
  }
  if (loading || (fresh && !query.isFetchedAfterMount)) return <Loading what="the task" />;
  return query.data && children(query.data);
}
