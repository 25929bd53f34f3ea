import { Link, useParams } from 'react-router';
import { Icon } from '../features/icons/Icon';
import { TaskDetails } from '../features/task-page/TaskDetails';
import { TaskLoader } from '../features/tasks/TaskLoader';
import { TaskNotFound } from '../features/tasks/TaskNotFound';
import { parseTaskId } from '../features/tasks/task-id';

export function TaskPage() {
  const id = parseTaskId(useParams().id);

  return (
    <div className="page">
      <Link className="back-link" to="/tasks">
        <Icon name="back" />
        Back to the list
      </Link>
      {id === null ? <TaskNotFound /> : <TaskLoader id={id}>{(task) => <TaskDetails task={task} />}</TaskLoader>}
    </div>
  );
}
