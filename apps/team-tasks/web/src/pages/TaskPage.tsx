import { Link, useParams } from 'react-router';
import { Icon } from '../features/icons/Icon';
import { TaskDetails } from '../features/task-page/TaskDetails';
import { parseTaskId } from '../features/tasks/task-id';
import { TaskLoader } from '../features/tasks/TaskLoader';
import { TaskNotFound } from '../features/tasks/TaskNotFound';

export function TaskPage() {
  const id = parseTaskId(useParams().id);

  return (
    <div className="page">
      <Link className="back-link" to="/tasks">
        <Icon name="back" />
        All tasks
      </Link>
      {id === null ? (
        <TaskNotFound />
      ) : (
        <TaskLoader id={id}>{(task) => <TaskDetails task={task} />}</TaskLoader>
      )}
    </div>
  );
}
