import { request } from 'node:http';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read many shapes
  json: any;
}

export interface SendOptions {
  body?: unknown;
  raw?: string | Buffer;
  headers?: Record<string, string>;
}

/** Sends one request over a unix socket. */
export function send(socketPath: string, method: string, path: string, options: SendOptions = {}): Promise<Answer> {
  const payload = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const headers: Record<string, string> = payload === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { socketPath, method, path, headers: { ...headers, ...options.headers }, agent: false },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('error', reject);
        res.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = (res.headers['content-type'] ?? '').includes('json');
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers,
            text,
            json: isJson ? JSON.parse(text) : undefined,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

export interface EventReader {
  status: number;
  events: { name: string; data: unknown }[];
  ended: boolean;
  close(): void;
  /** Resolves with the first event of this name that has come or comes. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read many shapes
  waitFor(name: string): Promise<{ name: string; data: any }>;
}

/** Opens the stream of events and collects what comes. */
export function openEvents(socketPath: string): Promise<EventReader> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath, path: '/api/events', agent: false }, (res) => {
      let rest = '';
      const reader: EventReader = {
        status: res.statusCode ?? 0,
        events: [],
        ended: false,
        close: () => outgoing.destroy(),
        async waitFor(name) {
          for (let tries = 0; tries < 400; tries += 1) {
            const found = reader.events.find((event) => event.name === name);
            if (found) return found;
            await new Promise((next) => setTimeout(next, 5));
          }
          throw new Error(`No event ${name}. Seen: ${reader.events.map((event) => event.name).join(', ')}`);
        },
      };
      res.setEncoding('utf8');
      res.on('data', (chunk: string) => {
        const frames = (rest + chunk).split('\n\n');
        rest = frames.pop() ?? '';
        for (const part of frames) {
          const name = /^event: (.+)$/m.exec(part)?.[1];
          const data = /^data: (.+)$/m.exec(part)?.[1];
          if (name && data) reader.events.push({ name, data: JSON.parse(data) });
        }
      });
      res.on('end', () => {
        reader.ended = true;
      });
      res.on('error', () => {
        reader.ended = true;
      });
      resolve(reader);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
