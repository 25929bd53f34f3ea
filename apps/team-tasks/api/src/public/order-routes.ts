import { Hono } from 'hono';
import { oneOf, readKnown, required } from '../http/fields.ts';
import { cancelOrder, createOrder, findOrder, type PRICES_CENTS } from '../world/orders.ts';
import type { PublicEnv } from './env.ts';
import { jsonBody } from './request-values.ts';

export const orderRoutes = new Hono<PublicEnv>()
  .get('/credits', (c) => c.json({ balance: c.get('world').data.balance }))
  .get('/orders', (c) => c.json({ items: c.get('world').data.orders.toReversed() }))
  .get('/orders/:id', (c) => c.json(findOrder(c.get('world'), c.req.param('id'))))
  .post('/orders', (c) => {
    const body = readKnown<{ credits: keyof typeof PRICES_CENTS }>(jsonBody(c), { credits: oneOf([100, 500]) });
    return c.json(createOrder(c.get('world'), required(body.credits, 'credits'), c.get('member')), 201);
  })
  .post('/orders/:id/cancel', (c) => c.json(cancelOrder(c.get('world'), c.req.param('id'), c.get('member'))));
