import type { Repeat, Task, TaskChange } from '../../api/types';

/** The edit form as it stands: every field the way its control holds it. */
export interface TaskDraft {
  title: string;
  done: boolean;
  estimate: string;
  assigneeId: string;
  dueDate: string;
  repeat: Repeat;
  notes: string;
}

export function draftOf(task: Task): TaskDraft {
  return {
    title: task.title,
    done: task.done,
    estimate: task.estimate === null ? '' : String(task.estimate),
    assigneeId: task.assigneeId ?? '',
    dueDate: task.dueDate ?? '',
    repeat: task.repeat,
    notes: task.notes,
  };
}

function valuesOf(draft: TaskDraft): Required<Pick<Task, keyof TaskDraft>> {
  return {
    title: draft.title.trim(),
    done: draft.done,
    estimate: draft.estimate === '' ? null : Number(draft.estimate),
    assigneeId: draft.assigneeId || null,
    dueDate: draft.dueDate || null,
    repeat: draft.repeat,
    notes: draft.notes,
  };
}

/** What has to be saved: only fields that the user changed. */
export function changesBetween(before: TaskDraft, after: TaskDraft): TaskChange {
  const values = valuesOf(after);
  const changed = (Object.keys(after) as (keyof TaskDraft)[]).filter((field) => after[field] !== before[field]);
  return Object.fromEntries(changed.map((field) => [field, values[field]]));
}
