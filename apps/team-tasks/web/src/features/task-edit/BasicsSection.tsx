import type { RefObject } from 'react';
import { EditField, EditSection } from './EditSection';
import type { SectionProps } from './section-props';

interface BasicsSectionProps extends SectionProps {
  titleInput: RefObject<HTMLInputElement | null>;
  titleMissing: boolean;
}

export function BasicsSection(props: BasicsSectionProps) {
  const { draft, onChange, titleInput, titleMissing } = props;

  return (
    <EditSection id="basics" heading="Basics">
      <EditField id="edit-title" label="Title">
        <input
          id="edit-title"
          ref={titleInput}
          className="input"
          maxLength={200}
          aria-invalid={titleMissing || undefined}
          value={draft.title}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </EditField>
      <EditField id="edit-status" label="Status">
        <select
          id="edit-status"
          className="select"
          value={draft.done ? 'done' : 'todo'}
          onChange={(event) => onChange({ done: event.target.value === 'done' })}
        >
          <option value="todo">To do</option>
          <option value="done">Done</option>
        </select>
      </EditField>
    </EditSection>
  );
}
