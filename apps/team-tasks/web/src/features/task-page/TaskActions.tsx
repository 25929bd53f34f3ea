import { Link, useNavigate } from 'react-router';
import type { Task } from '../../api/types';
import { useNotify } from '../notices/notice-context';
import { useCanEdit } from '../session/session-context';
import { useDeleteTask } from '../tasks/use-delete-task';
import { copyTaskLink } from './copy-task-link';

export function TaskActions({ task }: { task: Task }) {
  const canEdit = useCanEdit();
  const navigate = useNavigate();
  const notify = useNotify();
  const deleteTask = useDeleteTask(() => navigate('/tasks'));

  async function copyLink() {
    try {
      await copyTaskLink(task.id);
      notify('info', 'Link copied.');
    } catch {
      notify('error', 'The link couldn’t be copied. The browser refused access to the clipboard.');
    }
  }

  return (
    <div className="task-actions">
      {canEdit && (
        <Link className="button" to={`/tasks/${task.id}/edit`}>
          Edit all fields
        </Link>
      )}
      <button type="button" className="button" onClick={copyLink}>
        Copy link
      </button>
      {canEdit && (
        <button type="button" className="button button-danger task-delete" onClick={() => deleteTask(task)}>
          Delete task
        </button>
      )}
    </div>
  );
}
