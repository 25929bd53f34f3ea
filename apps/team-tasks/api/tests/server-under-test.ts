import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type RunningApi, startApi } from '../src/start-api.ts';
import { type Answer, type EventReader, openEvents, type SendOptions, send } from './http-client.ts';

export interface ServerUnderTest {
  api(method: string, path: string, body?: unknown, options?: SendOptions): Promise<Answer>;
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  reset(body?: unknown): Promise<Answer>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read many shapes
  state(): Promise<any>;
  events(): Promise<EventReader>;
  paths(): { api: string; control: string };
}

/** Starts the real server on two sockets for a test file, and resets it to the default fixture before each test. */
export function useServer(): ServerUnderTest {
  let folder = '';
  let running: RunningApi;
  const paths = () => ({ api: join(folder, 'api.sock'), control: join(folder, 'control.sock') });
  const server: ServerUnderTest = {
    api: (method, path, body, options) => send(paths().api, method, path, { body, ...options }),
    control: (method, path, body) => send(paths().control, method, path, { body }),
    reset: (body = {}) => server.control('POST', '/reset', body),
    state: async () => (await server.control('GET', '/state')).json,
    events: () => openEvents(paths().api),
    paths,
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'team-tasks-api-'));
    const { api, control } = paths();
    running = await startApi({
      api: { kind: 'socket', path: api, mode: 0o666 },
      control: { kind: 'socket', path: control, mode: 0o600 },
      fixture: 'default',
    });
  });
  beforeEach(async () => {
    await server.reset();
  });
  afterAll(async () => {
    await running.stop();
    rmSync(folder, { recursive: true });
  });
  return server;
}
