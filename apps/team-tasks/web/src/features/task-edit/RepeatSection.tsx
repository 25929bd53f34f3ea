import type { Repeat } from '../../api/types';
import { EditField, EditSection } from './EditSection';
import type { SectionProps } from './section-props';

const repeatLabels: Record<Repeat, string> = {
  none: 'Does not repeat',
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
};

export function RepeatSection({ draft, onChange }: SectionProps) {
  return (
    <EditSection id="repeat" heading="Repeat">
      <EditField id="edit-repeats" label="Repeats">
        <select
          id="edit-repeats"
          className="select"
          value={draft.repeat}
          onChange={(event) => onChange({ repeat: event.target.value as Repeat })}
        >
          {(Object.keys(repeatLabels) as Repeat[]).map((repeat) => (
            <option key={repeat} value={repeat}>
              {repeatLabels[repeat]}
            </option>
          ))}
        </select>
      </EditField>
    </EditSection>
  );
}
