import type { Task } from '../../api/types';
import { TaskRow } from './TaskRow';

interface TaskListProps {
  tasks: Task[];
  onEdit: (task: Task) => void;
}

export function TaskList({ tasks, onEdit }: TaskListProps) {
  return (
    <ul className="task-list panel" aria-label="Tasks">
      {tasks.map((task) => (
        <TaskRow key={task.id} task={task} onEdit={onEdit} />
      ))}
    </ul>
  );
}
