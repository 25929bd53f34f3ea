import { Link } from 'react-router';
import type { Task } from '../../api/types';
import { useCanEdit } from '../session/session-context';
import { PriorityBadge } from '../tasks/PriorityBadge';
import { StarButton } from '../tasks/StarButton';
import { useDeleteTask } from '../tasks/use-delete-task';
import { useToggleDone } from '../tasks/use-toggle-done';

interface TaskRowProps {
  task: Task;
  onEdit: (task: Task) => void;
}

export function TaskRow({ task, onEdit }: TaskRowProps) {
  const canEdit = useCanEdit();
  const toggleDone = useToggleDone(task);
  const deleteTask = useDeleteTask();
  const titleId = `task-${task.id}-title`;

  return (
    <li className={task.done ? 'task-row task-row-done' : 'task-row'}>
      <input
        type="checkbox"
        className="checkbox"
        aria-labelledby={titleId}
        checked={task.done}
        disabled={!canEdit}
        onChange={toggleDone}
      />
      <Link id={titleId} className="task-row-title" to={`/tasks/${task.id}`}>
        {task.title}
      </Link>
      <PriorityBadge priority={task.priority} />
      {canEdit && (
        <div className="task-row-actions">
          <StarButton task={task} />
          <button
            type="button"
            className="button button-small"
            aria-label={`Edit ${task.title}`}
            onClick={() => onEdit(task)}
          >
            Edit
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
      )}
    </li>
  );
}
