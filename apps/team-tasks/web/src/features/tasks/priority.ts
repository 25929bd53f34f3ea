import type { Priority } from '../../api/types';

/** Most pressing first. */
export const priorities: readonly Priority[] = ['high', 'medium', 'low'];

export const priorityLabels: Record<Priority, string> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

export const defaultPriority: Priority = 'medium';
