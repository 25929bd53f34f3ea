import { Hono } from 'hono';
import { ApiError } from '../http/api-error.ts';
import type { PublicEnv } from './env.ts';

export const eventRoutes = new Hono<PublicEnv>().get('/events', (c) => {
  const { data, events } = c.get('world');
  if (data.streamRefused) throw new ApiError(503, 'unavailable', 'Live events are not available at the moment.');
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' };
  // Hono answers HEAD through this route and throws the body away: nothing would ever close such a stream.
  if (c.req.raw.method === 'HEAD') return c.body(null, 200, headers);
  return c.body(events.open({ time: data.clock.now }), 200, headers);
});
