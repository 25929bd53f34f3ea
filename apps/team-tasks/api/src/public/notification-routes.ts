import { Hono } from 'hono';
import { flag, readKnown, required } from '../http/fields.ts';
import { listNotifications, readAll, setRead } from '../world/notifications.ts';
import type { PublicEnv } from './env.ts';
import { jsonBody } from './request-values.ts';

export const notificationRoutes = new Hono<PublicEnv>()
  .get('/notifications', (c) => c.json(listNotifications(c.get('world'))))
  .post('/notifications/read-all', (c) => c.json(readAll(c.get('world'))))
  .patch('/notifications/:id', (c) => {
    const { read } = readKnown<{ read: boolean }>(jsonBody(c), { read: flag });
    return c.json(setRead(c.get('world'), c.req.param('id'), required(read, 'read')));
  });
