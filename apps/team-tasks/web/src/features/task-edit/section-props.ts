import type { TaskDraft } from './task-draft';

export interface SectionProps {
  draft: TaskDraft;
  onChange: (part: Partial<TaskDraft>) => void;
}
