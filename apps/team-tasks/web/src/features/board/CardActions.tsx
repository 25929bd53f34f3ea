import type { Task } from '../../api/types';
import { StarButton } from '../tasks/StarButton';
import { useDeleteTask } from '../tasks/use-delete-task';
import { useToggleDone } from '../tasks/use-toggle-done';

export function CardActions({ task }: { task: Task }) {
  const toggleDone = useToggleDone(task);
  const deleteTask = useDeleteTask();
  const doneLabel = task.done ? 'Reopen' : 'Mark done';

  return (
    <div className="board-card-actions">
      <StarButton task={task} />
      <button
        type="button"
        className="button button-small"
        aria-label={`${doneLabel}: ${task.title}`}
        onClick={toggleDone}
      >
        {doneLabel}
      </button>
      <button
        type="button"
        className="button button-small button-danger"
        aria-label={`Delete ${task.title}`}
        onClick={() => deleteTask(task)}
      >
        Delete
      </button>
    </div>
  );
}
