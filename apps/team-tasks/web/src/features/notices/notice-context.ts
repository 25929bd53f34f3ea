import { createContext, useContext } from 'react';

export interface Notice {
  id: number;
  kind: 'info' | 'error';
  text: string;
}

export type Notify = (kind: Notice['kind'], text: string) => void;

export interface NoticeList {
  notices: Notice[];
  dismiss: (id: number) => void;
}

/** Apart from the list, so that whoever only sends messages is not rendered again by each of them. */
export const NotifyContext = createContext<Notify | null>(null);
export const NoticeListContext = createContext<NoticeList | null>(null);

export function useNotify(): Notify {
  const notify = useContext(NotifyContext);
  if (!notify) throw new Error('useNotify needs a NoticeProvider above it.');
  return notify;
}

export function useNoticeList(): NoticeList {
  const list = useContext(NoticeListContext);
  if (!list) throw new Error('useNoticeList needs a NoticeProvider above it.');
  return list;
}
