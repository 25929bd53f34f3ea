import { useEffect, useRef } from 'react';

/** For the element that takes the focus when the part of the page it belongs to opens. */
export function useFocusOnMount<Element extends HTMLElement>() {
  const ref = useRef<Element>(null);

  useEffect(() => ref.current?.focus(), []);

  return ref;
}
