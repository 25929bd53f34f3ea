import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The navigation drawer of narrow screens. It closes on Escape and whenever the address changes. */
export function useDrawer() {
  const [openAt, setOpenAt] = useState<string | null>(null);
  const { key } = useLocation();
  const open = openAt === key;

  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpenAt(null);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open]);

  return {
    open,
    toggle: () => setOpenAt(open ? null : key),
    close: () => setOpenAt(null),
  };
}
