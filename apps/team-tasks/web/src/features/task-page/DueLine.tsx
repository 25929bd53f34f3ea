import type { Task } from '../../api/types';
import { formatDay } from '../tasks/due-date';

export function DueLine({ task }: { task: Task }) {
  if (!task.dueDate) return null;

  return (
    <p className="task-due">
      Due <time dateTime={task.dueDate}>{formatDay(task.dueDate)}</time>
    </p>
  );
}
