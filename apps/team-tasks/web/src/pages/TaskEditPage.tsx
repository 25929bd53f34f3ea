import { Link, useNavigate, useParams } from 'react-router';
import { Icon } from '../features/icons/Icon';
import { useCanEdit } from '../features/session/session-context';
import { TaskEditForm } from '../features/task-edit/TaskEditForm';
import { TaskLoader } from '../features/tasks/TaskLoader';
import { TaskNotFound } from '../features/tasks/TaskNotFound';
import { parseTaskId } from '../features/tasks/task-id';

export function TaskEditPage() {
  const id = parseTaskId(useParams().id);
  const navigate = useNavigate();
  const canEdit = useCanEdit();

  if (id === null) return <TaskNotFound />;

  return (
    <div className="page">
      <Link className="back-link" to={`/tasks/${id}`}>
        <Icon name="back" />
        Back to task
      </Link>
      <h1>Edit task</h1>
      {canEdit ? (
        <TaskLoader id={id} fresh>
          {(task) => <TaskEditForm key={id} task={task} onSaved={() => navigate(`/tasks/${id}`)} />}
        </TaskLoader>
      ) : (
        <p className="muted">You have read-only access, so this task can’t be edited.</p>
      )}
    </div>
  );
}
