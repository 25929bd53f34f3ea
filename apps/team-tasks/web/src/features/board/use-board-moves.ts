import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../api/errors';
import { updateTask } from '../../api/tasks';
import type { Task } from '../../api/types';
import { useNotify } from '../notices/notice-context';
import { holdTaskReads, patchCachedTask } from '../tasks/task-cache';
import { type ColumnId, columnOf } from './columns';

interface Move {
  task: Task;
  to: ColumnId;
}

/** Moves of cards that the server has not answered yet; a card is shown where it is going. */
export function useBoardMoves() {
  const client = useQueryClient();
  const notify = useNotify();
  const [pending, setPending] = useState<ReadonlyMap<number, ColumnId>>(new Map());

  function clearPending(id: number) {
    setPending((current) => {
      const next = new Map(current);
      next.delete(id);
      return next;
    });
  }

  const { mutate } = useMutation({
    mutationFn: ({ task, to }: Move) => updateTask(task.id, { done: to === 'done' }),
    onSuccess: async (saved) => {
      await holdTaskReads(client);
      patchCachedTask(client, saved.id, saved);
      clearPending(saved.id);
    },
    onError: (error, { task }) => {
      clearPending(task.id);
      notify('error', `Couldn’t move “${task.title}”. ${describeError(error)}`);
    },
  });

  return {
    columnFor: (task: Task) => pending.get(task.id) ?? columnOf(task),
    isPending: (task: Task) => pending.has(task.id),
    move: (task: Task, to: ColumnId) => {
      if (pending.has(task.id) || to === columnOf(task)) return;
      setPending((current) => new Map(current).set(task.id, to));
      mutate({ task, to });
    },
  };
}
