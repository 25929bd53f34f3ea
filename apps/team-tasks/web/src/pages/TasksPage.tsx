import { useState } from 'react';
import type { Task } from '../api/types';
import { LoadError } from '../features/load-state/LoadError';
import { Loading } from '../features/load-state/Loading';
import { loadState } from '../features/load-state/load-state';
import { useCanEdit } from '../features/session/session-context';
import { AddTaskForm } from '../features/task-list/AddTaskForm';
import { EditTaskDialog } from '../features/task-list/EditTaskDialog';
import { ListToolbar } from '../features/task-list/ListToolbar';
import { visibleTasks } from '../features/task-list/list-view';
import { TaskList } from '../features/task-list/TaskList';
import { useListView } from '../features/task-list/use-list-view';
import { useTasks } from '../features/tasks/task-queries';
import '../features/task-list/task-list.css';

export function TasksPage() {
  const query = useTasks();
  const { failed, loading, retrying, retry } = loadState(query);
  const { view, change } = useListView();
  const [editing, setEditing] = useState<Task | null>(null);
  const canEdit = useCanEdit();
  const shown = query.data && visibleTasks(query.data, view);

  return (
    <div className="page">
      <h1 className="visually-hidden">Tasks</h1>
      {canEdit && <AddTaskForm />}
      <ListToolbar tasks={query.data} view={view} onChange={change} />
      {loading && <Loading what="tasks" />}
      {failed && <LoadError what="the tasks" error={query.error} retrying={retrying} onRetry={retry} />}
      {shown && shown.length > 0 && <TaskList tasks={shown} onEdit={setEditing} />}
      {shown?.length === 0 && !failed && (
        <p className="empty-note panel">{query.data?.length === 0 ? 'No tasks yet.' : 'No tasks match.'}</p>
      )}
      {editing && <EditTaskDialog task={editing} onClose={() => setEditing(null)} />}
    </div>
  );
}
