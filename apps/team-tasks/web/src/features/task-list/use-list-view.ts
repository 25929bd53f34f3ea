import { useState } from 'react';
import { initialListView, type ListView } from './list-view';

/** Filter, search and sort of the task list. They last as long as the list is on the screen. */
export function useListView() {
  const [view, setView] = useState<ListView>(initialListView);

  return {
    view,
    change: (part: Partial<ListView>) => setView((current) => ({ ...current, ...part })),
  };
}
