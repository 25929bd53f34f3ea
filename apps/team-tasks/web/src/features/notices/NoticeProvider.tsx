import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { type Notice, NoticeContext } from './notice-context';

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<Notice[]>([]);
  const nextId = useRef(1);

  const notify = useCallback((kind: Notice['kind'], text: string) => {
    const notice: Notice = { id: nextId.current++, kind, text };
    setNotices((current) => [...current, notice]);
  }, []);

  const dismiss = useCallback((id: number) => {
    setNotices((current) => current.filter((notice) => notice.id !== id));
  }, []);

  const value = useMemo(() => ({ notices, notify, dismiss }), [notices, notify, dismiss]);

  return <NoticeContext value={value}>{children}</NoticeContext>;
}
