import { WebSocket } from 'ws';

/** One answer or event is never larger than this: a page may hold anything. */
const MAX_MESSAGE_BYTES = 64 << 20;
const ANSWER_MS = 20_000;

export type Params = Readonly<Record<string, unknown>>;

/** A second client of a browser's debugging port. */
export interface Cdp {
  /** @throws Error if the browser refuses, is gone, or does not answer. */
  send(method: string, params?: Params, session?: string): Promise<Params>;
  readonly closed: Promise<void>;
  close(): void;
}

/** Connects to the browser at a port of this network. @throws Error */
export async function connect(
  url: string,
  onEvent: (method: string, params: Params, session: string | undefined) => void,
): Promise<Cdp> {
  const socket = new WebSocket(url, { maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  const waiting = new Map<number, { resolve: (result: Params) => void; reject: (error: Error) => void }>();
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      for (const { reject } of waiting.values()) reject(new Error('the browser is gone'));
      waiting.clear();
      resolve();
    });
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  // Whatever is wrong with the connection ends it.
  socket.on('error', () => socket.terminate());
  socket.on('message', (data) => {
    const message = read(String(data));
    if (message === undefined) return;
    if (typeof message.id !== 'number') {
      if (typeof message.method === 'string')
        onEvent(message.method, asParams(message.params), asText(message.sessionId));
      return;
    }
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) asked?.resolve(asParams(message.result));
    else asked?.reject(new Error(String(asParams(message.error).message ?? 'refused')));
  });
  let count = 0;
  return {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        count += 1;
        const id = count;
        const timer = setTimeout(() => {
          waiting.delete(id);
          reject(new Error(`no answer to ${method}`));
        }, ANSWER_MS).unref();
        const settled =
          <T>(settle: (value: T) => void) =>
          (value: T) => {
            clearTimeout(timer);
            settle(value);
          };
        waiting.set(id, { resolve: settled(resolve), reject: settled(reject) });
        socket.send(
          JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }),
          (error) => {
            if (error != null) waiting.get(id)?.reject(error);
          },
        );
      }),
    closed,
    close: () => socket.terminate(),
  };
}

function read(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // No browser's words.
    return undefined;
  }
}

export const asParams = (value: unknown): Params =>
  typeof value === 'object' && value !== null ? (value as Params) : {};

export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
