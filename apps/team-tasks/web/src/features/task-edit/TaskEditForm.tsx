import { type FormEvent, useRef, useState } from 'react';
import { describeError } from '../../api/errors';
import type { Task } from '../../api/types';
import { useSaveTask } from '../tasks/use-save-task';
import { BasicsSection } from './BasicsSection';
import { EditToolbar } from './EditToolbar';
import { NotesSection } from './NotesSection';
import { PlanningSection } from './PlanningSection';
import { RepeatSection } from './RepeatSection';
import { changesBetween, draftOf, type TaskDraft } from './task-draft';
import './task-edit.css';

interface TaskEditFormProps {
  task: Task;
  onSaved: () => void;
}

export function TaskEditForm({ task, onSaved }: TaskEditFormProps) {
  const [initial] = useState(() => draftOf(task));
  const [draft, setDraft] = useState(initial);
  const [titleMissing, setTitleMissing] = useState(false);
  const [unreadable, setUnreadable] = useState<string>();
  const titleInput = useRef<HTMLInputElement>(null);
  const save = useSaveTask(task.id);

  function change(part: Partial<TaskDraft>) {
    setDraft((current) => ({ ...current, ...part }));
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    const blank = draft.title.trim() === '';
    setTitleMissing(blank);
    if (blank) {
      titleInput.current?.focus();
      return;
    }
    // A number or date that the browser can't read reaches us as an empty value, which would delete what is stored.
    const field = [...event.currentTarget.querySelectorAll('input')].find(({ validity }) => validity.badInput);
    setUnreadable(field?.labels?.[0]?.textContent ?? undefined);
    if (field) {
      field.focus();
      return;
    }
    const changes = changesBetween(initial, draft);
    if (Object.keys(changes).length === 0) onSaved();
    else save.mutate(changes, { onSuccess: onSaved });
  }

  const problem = titleMissing
    ? 'A task needs a title.'
    : unreadable
      ? `Please check the field “${unreadable}”: what it holds can’t be read.`
      : save.error && `Couldn’t save the task. ${describeError(save.error)}`;
  const sectionProps = { draft, onChange: change };

  return (
    <form className="task-edit" onSubmit={submit} noValidate>
      <EditToolbar saving={save.isPending} problem={problem} />
      <BasicsSection {...sectionProps} titleInput={titleInput} titleMissing={titleMissing} />
      <PlanningSection {...sectionProps} />
      <RepeatSection {...sectionProps} />
      <NotesSection {...sectionProps} />
      <div className="edit-end">
        <button type="submit" className="button button-primary" disabled={save.isPending}>
          Save
        </button>
      </div>
    </form>
  );
}
