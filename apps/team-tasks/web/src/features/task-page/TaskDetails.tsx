import type { Task } from '../../api/types';
import { useCanEdit } from '../session/session-context';
import { PriorityBadge } from '../tasks/PriorityBadge';
import { useToggleDone } from '../tasks/use-toggle-done';
import { DueLine } from './DueLine';
import { TaskActions } from './TaskActions';
import './task-details.css';

export function TaskDetails({ task }: { task: Task }) {
  const canEdit = useCanEdit();
  const toggleDone = useToggleDone(task);

  return (
    <article className="task-details panel">
      <h1>{task.title}</h1>
      <div className="task-facts">
        <label className="task-completed">
          <input type="checkbox" className="checkbox" checked={task.done} disabled={!canEdit} onChange={toggleDone} />
          Completed
        </label>
        <PriorityBadge priority={task.priority} />
        <DueLine task={task} />
      </div>
      <h2 className="task-description-heading">Description</h2>
      {task.description ? (
        <p className="task-description">{task.description}</p>
      ) : (
        <p className="muted">No description.</p>
      )}
      <TaskActions task={task} />
    </article>
  );
}
