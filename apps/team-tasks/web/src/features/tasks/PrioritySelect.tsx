import type { Priority } from '../../api/types';
import { priorities, priorityLabels } from './priority';

interface PrioritySelectProps {
  id?: string;
  label?: string;
  value: Priority;
  onChange: (priority: Priority) => void;
}

export function PrioritySelect({ id, label, value, onChange }: PrioritySelectProps) {
  return (
    <select
      id={id}
      className="select"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value as Priority)}
    >
      {priorities.map((priority) => (
        <option key={priority} value={priority}>
          {priorityLabels[priority]}
        </option>
      ))}
    </select>
  );
}
