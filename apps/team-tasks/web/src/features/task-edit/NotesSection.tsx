import { EditSection } from './EditSection';
import type { SectionProps } from './section-props';

export function NotesSection({ draft, onChange }: SectionProps) {
  return (
    <EditSection id="notes" heading="Notes">
      <textarea
        className="textarea edit-notes"
        aria-labelledby="notes-heading"
        rows={12}
        value={draft.notes}
        onChange={(event) => onChange({ notes: event.target.value })}
      />
    </EditSection>
  );
}
