import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** A new screen starts at its top; going back or forward is left to the browser. */
export function useScrollToTop() {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (navigationType !== 'POP') window.scrollTo(0, 0);
  }, [pathname, navigationType]);
}
