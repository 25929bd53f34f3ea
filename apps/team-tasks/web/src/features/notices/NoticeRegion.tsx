import { useEffect } from 'react';
import { Icon } from '../icons/Icon';
import { type Notice, useNoticeList } from './notice-context';
import './notices.css';

const VISIBLE_MS = 6000;

/** Short messages about what just happened, at the bottom of the page. */
export function NoticeRegion() {
  const { notices, dismiss } = useNoticeList();

  return (
    <div className="notices">
      {notices.map((notice) => (
        <NoticeItem key={notice.id} notice={notice} onDismiss={dismiss} />
      ))}
    </div>
  );
}

interface NoticeItemProps {
  notice: Notice;
  onDismiss: (id: number) => void;
}

function NoticeItem({ notice, onDismiss }: NoticeItemProps) {
  const { id, kind, text } = notice;

  useEffect(() => {
    const timer = setTimeout(() => onDismiss(id), VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [id, onDismiss]);

  return (
    <div className={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <p>{text}</p>
      <button type="button" className="notice-dismiss" aria-label="Dismiss message" onClick={() => onDismiss(id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}
