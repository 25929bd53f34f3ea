import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { type Notice, NoticeListContext, type Notify, NotifyContext } from './notice-context';

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<Notice[]>([]);
  const nextId = useRef(1);

  const notify = useCallback<Notify>((kind, text) => {
    const notice: Notice = { id: nextId.current++, kind, text };
    setNotices((current) => [...current, notice]);
  }, []);

  const dismiss = useCallback((id: number) => {
    setNotices((current) => current.filter((notice) => notice.id !== id));
  }, []);

  const list = useMemo(() => ({ notices, dismiss }), [notices, dismiss]);

  return (
    <NotifyContext value={notify}>
      <NoticeListContext value={list}>{children}</NoticeListContext>
    </NotifyContext>
  );
}
