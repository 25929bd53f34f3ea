import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { createControlApp } from './control/control-app.ts';
import { type Address, listen } from './listen.ts';
import { createPublicApp } from './public/public-app.ts';
import { createHost } from './world/host.ts';

export interface ApiOptions {
  api: Address;
  control: Address;
  fixture: string;
}

export interface RunningApi {
  api: Server;
  control: Server;
  stop(): Promise<void>;
}

// Proxies keep connections open between requests; with Node's default of 5 s they would run into connections just closed.
const KEEP_ALIVE_MS = 75_000;

function serve(fetch: Parameters<typeof createAdaptorServer>[0]['fetch']): Server {
  const server = createAdaptorServer({ fetch }) as Server;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Starts both listeners. The returned `stop` ends all connections at once. */
export async function startApi({ api, control, fixture }: ApiOptions): Promise<RunningApi> {
  const host = createHost(fixture);
  const apiServer = serve(createPublicApp(host).fetch);
  const controlServer = serve(createControlApp(host).fetch);
  await Promise.all([listen(apiServer, api), listen(controlServer, control)]);
  return {
    api: apiServer,
    control: controlServer,
    async stop() {
      host.world.end();
      await Promise.all([close(apiServer), close(controlServer)]);
    },
  };
}
