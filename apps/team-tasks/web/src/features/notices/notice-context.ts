import { createContext, useContext } from 'react';

export interface Notice {
  id: number;
  kind: 'info' | 'error';
  text: string;
}

export interface Notices {
  notices: Notice[];
  notify: (kind: Notice['kind'], text: string) => void;
  dismiss: (id: number) => void;
}

export const NoticeContext = createContext<Notices | null>(null);

export function useNotices(): Notices {
  const notices = useContext(NoticeContext);
  if (!notices) throw new Error('useNotices needs a NoticeProvider above it.');
  return notices;
}
