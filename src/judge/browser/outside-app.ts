import type { JudgedApp } from '../group.ts';

/** An app that somebody else runs, in the network of this machine. It is never stopped, and cannot be reset. */
export function outsideApp(url: string): JudgedApp {
  return {
    url,
    controlSocket: null,
    pod: { networkOnlyPrefix: () => [] },
    reset: async () => undefined,
    stop: async () => undefined,
  };
}
