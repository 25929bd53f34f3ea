import { setTimeout as sleep } from 'node:timers/promises';
import { type Cdp, connect } from './cdp.ts';
import type { WatchOptions } from './watch-options.ts';
import { WatchedPage } from './watch-page.ts';

const CONNECT_MS = 15_000;
const MAX_PAGES = 100;

/** A browser that is watched through its debugging port, beside whoever drives it. */
export interface Watch {
  /** Takes what has run so far, of every page. */
  look(): Promise<void>;
  readonly ended: Promise<void>;
}

/** @throws Error if there is no browser at the port. */
export async function watchBrowser(options: WatchOptions): Promise<Watch> {
  const pages = new Map<string, WatchedPage>();
  let count = 0;
  let cdp: Cdp | undefined;
  const url = await findDebugger(options.port);
  cdp = await connect(url, (method, params, session) => {
    if (method === 'Target.attachedToTarget') attach(params as unknown as Attached);
    else if (method === 'Target.detachedFromTarget') detach(String(params.sessionId));
    else if (session !== undefined) pages.get(session)?.onEvent(method, params);
  });
  const attach = ({ sessionId, targetInfo, waitingForDebugger }: Attached) => {
    const client = cdp;
    if (client === undefined) return;
    const isPage = targetInfo.type === 'page' || targetInfo.type === 'iframe';
    if (isPage && pages.size < MAX_PAGES) {
      if (targetInfo.type === 'page') {
        count += 1;
        if (count > 1) options.tell({ kind: 'action', type: 'tab', url: targetInfo.url.slice(0, 500) });
      }
      const send = (method: string, params = {}) => client.send(method, params, sessionId);
      const page = new WatchedPage(send, { ...options, targetId: targetInfo.targetId });
      pages.set(sessionId, page);
      void page.start();
    }
    // Nobody's page waits for a recorder.
    if (waitingForDebugger) client.send('Runtime.runIfWaitingForDebugger', {}, sessionId).catch(() => undefined);
  };
  const detach = (session: string) => {
    pages.get(session)?.close();
    pages.delete(session);
  };
  const autoAttach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
  await cdp.send('Target.setAutoAttach', autoAttach);
  return {
    look: async () => void (await Promise.all([...pages.values()].map((page) => page.look()))),
    ended: cdp.closed.then(() => {
      for (const session of [...pages.keys()]) detach(session);
    }),
  };
}

interface Attached {
  sessionId: string;
  targetInfo: { type: string; targetId: string; url: string };
  waitingForDebugger: boolean;
}

/** The browser says itself where its debugger is; only its own port is ever asked. */
async function findDebugger(port: number): Promise<string> {
  const deadline = Date.now() + CONNECT_MS;
  for (;;) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/json/version`, { signal: AbortSignal.timeout(2000) });
      const said = ((await answer.json()) as { webSocketDebuggerUrl?: unknown }).webSocketDebuggerUrl;
      const [path] = /\/devtools\/browser\/[\w-]{1,80}$/.exec(String(said)) ?? [];
      if (path !== undefined) return `ws://127.0.0.1:${port}${path}`;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    if (Date.now() > deadline) throw new Error('no browser at its port');
    await sleep(15);
  }
}
