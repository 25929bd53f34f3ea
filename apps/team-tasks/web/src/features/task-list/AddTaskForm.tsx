import { type FormEvent, useRef, useState } from 'react';
import { describeError } from '../../api/errors';
import { PrioritySelect } from '../tasks/PrioritySelect';
import { defaultPriority } from '../tasks/priority';
import { useAddTask } from './use-add-task';

export function AddTaskForm() {
  const [title, setTitle] = useState('');
  const [priority, setPriority] = useState(defaultPriority);
  const titleInput = useRef<HTMLInputElement>(null);
  // A ref, because a second submit can arrive before the disabled button is on the screen.
  const saving = useRef(false);
  const { mutate, isPending, error } = useAddTask();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (saving.current) return;
    const trimmed = title.trim();
    if (!trimmed) {
      titleInput.current?.focus();
      return;
    }
    saving.current = true;
    mutate(
      { title: trimmed, priority },
      {
        onSuccess: () => {
          setTitle('');
          setPriority(defaultPriority);
        },
        onSettled: () => {
          saving.current = false;
        },
      },
    );
  }

  return (
    <form className="add-task" onSubmit={submit} aria-label="Add a task">
      <input
        ref={titleInput}
        className="input add-task-title"
        aria-label="New task title"
        placeholder="What needs doing?"
        maxLength={200}
        value={title}
        readOnly={isPending}
        onChange={(event) => setTitle(event.target.value)}
      />
      <div className="add-task-priority">
        <PrioritySelect label="Priority" value={priority} onChange={setPriority} />
      </div>
      <button type="submit" className="button button-primary" disabled={isPending}>
        Add task
      </button>
      {error && (
        <p className="form-error add-task-error" role="alert">
          Couldn’t add the task: {describeError(error)}
        </p>
      )}
    </form>
  );
}
