import { type FormEvent, useId, useState } from 'react';
import { describeError } from '../../api/errors';
import type { Task } from '../../api/types';
import { useFocusOnMount } from '../focus/use-focus-on-mount';
import { PrioritySelect } from '../tasks/PrioritySelect';
import { useSaveTask } from '../tasks/use-save-task';

interface EditTaskDialogProps {
  task: Task;
  onClose: () => void;
}

export function EditTaskDialog({ task, onClose }: EditTaskDialogProps) {
  const id = useId();
  const firstField = useFocusOnMount<HTMLInputElement>();
  const [title, setTitle] = useState(task.title);
  const [description, setDescription] = useState(task.description);
  const [priority, setPriority] = useState(task.priority);
  const save = useSaveTask(task.id);
  const blank = title.trim() === '';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (blank || save.isPending) return;
    save.mutate({ title: title.trim(), description, priority }, { onSuccess: onClose });
  }

  return (
    <div className="dialog-backdrop">
      <div className="dialog" role="dialog" aria-modal="true" aria-labelledby={`${id}-heading`}>
        <h2 id={`${id}-heading`} className="dialog-title">
          Edit task
        </h2>
        <form onSubmit={submit}>
          <div className="dialog-body">
            <div className="field">
              <label className="field-label" htmlFor={`${id}-title`}>
                Title
              </label>
              <input
                id={`${id}-title`}
                className="input"
                ref={firstField}
                maxLength={200}
                value={title}
                onChange={(event) => setTitle(event.target.value)}
              />
            </div>
            <div className="field">
              <label className="field-label" htmlFor={`${id}-description`}>
                Description
              </label>
              <textarea
                id={`${id}-description`}
                className="textarea"
                rows={5}
                value={description}
                onChange={(event) => setDescription(event.target.value)}
              />
            </div>
            <div className="field">
              <label className="field-label" htmlFor={`${id}-priority`}>
                Priority
              </label>
              <PrioritySelect id={`${id}-priority`} value={priority} onChange={setPriority} />
            </div>
            {blank && <p className="form-error">A task needs a title.</p>}
            {save.error && (
              <p className="form-error" role="alert">
                Couldn’t save the task: {describeError(save.error)}
              </p>
            )}
          </div>
          <div className="dialog-actions">
            <button type="button" className="button" onClick={onClose}>
              Cancel
            </button>
            <button type="submit" className="button button-primary" disabled={blank || save.isPending}>
              Save
            </button>
          </div>
        </form>
      </div>
    </div>
  );
}
