import type { MiddlewareHandler } from 'hono';
import type { Host } from '../world/host.ts';
import { finishEntry } from '../world/request-log.ts';
import type { PublicEnv } from './env.ts';

function queryOf(params: URLSearchParams): Record<string, string | string[]> {
  const query: [string, string | string[]][] = [];
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name);
    query.push([name, values.length === 1 ? (values[0] ?? '') : values]);
  }
  return Object.fromEntries(query);
}

/** Ties the request to the present world and writes it into its log. */
export function recordRequest(host: Host): MiddlewareHandler<PublicEnv> {
  return async (c, next) => {
    const { world } = host;
    const url = new URL(c.req.url);
    const entry = world.log.arrive({ method: c.req.method, path: url.pathname, query: queryOf(url.searchParams) });
    const { outgoing } = c.env;
    outgoing.on('close', () => finishEntry(entry, outgoing.headersSent ? outgoing.statusCode : null));
    c.set('world', world);
    c.set('entry', entry);
    await next();
  };
}
