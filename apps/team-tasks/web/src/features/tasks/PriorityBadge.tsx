import type { Priority } from '../../api/types';
import { priorityLabels } from './priority';
import './task-marks.css';

export function PriorityBadge({ priority }: { priority: Priority }) {
  return <span className={`priority priority-${priority}`}>{priorityLabels[priority]}</span>;
}
