import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** A new screen starts at its top; going back or forward is left to the browser. */
export function useScrollToTop() {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();

  useEffect(() => {
    if (navigationType !== 'POP') window.scrollTo(0, 0);
  }, [pathname, navigationType]);
}
