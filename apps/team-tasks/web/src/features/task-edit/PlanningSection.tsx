import { AssigneeSelect } from './AssigneeSelect';
import { EditField, EditSection } from './EditSection';
import type { SectionProps } from './section-props';

export function PlanningSection({ draft, onChange }: SectionProps) {
  return (
    <EditSection id="planning" heading="Planning">
      <EditField id="edit-estimate" label="Estimate (hours)">
        <input
          id="edit-estimate"
          className="input"
          type="number"
          min={0}
          max={1000}
          step="any"
          value={draft.estimate}
          onChange={(event) => onChange({ estimate: event.target.value })}
        />
      </EditField>
      <EditField id="edit-assignee" label="Assignee">
        <AssigneeSelect
          id="edit-assignee"
          value={draft.assigneeId}
          onChange={(assigneeId) => onChange({ assigneeId })}
        />
      </EditField>
      <EditField id="edit-due" label="Due date">
        <input
          id="edit-due"
          className="input"
          type="date"
          value={draft.dueDate}
          onChange={(event) => onChange({ dueDate: event.target.value })}
        />
      </EditField>
    </EditSection>
  );
}
