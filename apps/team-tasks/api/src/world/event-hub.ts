import { conflict } from '../http/api-error.ts';
import type { LiveEvents } from '../types.ts';

const MAX_STREAMS = 200;
const KEEP_ALIVE_MS = 15_000;
/** Events that may wait for a client that does not read; after that its stream is given up. */
const MAX_WAITING = 5000;

/** The open streams of server-sent events. */
export interface EventHub {
  open(first: { time: string }): ReadableStream<Uint8Array>;
  emit<K extends keyof LiveEvents>(name: K, data: LiveEvents[K]): void;
  dropAll(): number;
  count(): number;
}

const frame = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

export function createEventHub(): EventHub {
  const encoder = new TextEncoder();
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>();

  let keepAlive: NodeJS.Timeout | undefined;
  const rest = () => {
    if (open.size > 0) return;
    clearInterval(keepAlive);
    keepAlive = undefined;
  };

  const send = (stream: ReadableStreamDefaultController<Uint8Array>, chunk: string) => {
    try {
      if ((stream.desiredSize ?? 0) < -MAX_WAITING) throw new Error('The client does not read.');
      stream.enqueue(encoder.encode(chunk));
    } catch (error) {
      // The client went away and its cancel has not been heard yet, or it has stopped reading.
      open.delete(stream);
      stream.error(error);
      rest();
    }
  };
  const sendAll = (chunk: string) => {
    for (const stream of [...open]) send(stream, chunk);
  };

  return {
    open(first) {
      if (open.size >= MAX_STREAMS) throw conflict('Too many streams are open.');
      let own: ReadableStreamDefaultController<Uint8Array>;
      return new ReadableStream<Uint8Array>({
        start(controller) {
          own = controller;
          open.add(controller);
          keepAlive ??= setInterval(() => sendAll(': keep-alive\n\n'), KEEP_ALIVE_MS).unref();
          send(controller, `retry: 1000\n${frame('ready', first)}`);
        },
        cancel() {
          open.delete(own);
          rest();
        },
      });
    },
    emit(name, data) {
      sendAll(frame(name, data));
    },
    dropAll() {
      const dropped = open.size;
      for (const stream of [...open]) {
        open.delete(stream);
        try {
          stream.close();
        } catch {
          // Already closed by its client.
        }
      }
      rest();
      return dropped;
    },
    count: () => open.size,
  };
}
