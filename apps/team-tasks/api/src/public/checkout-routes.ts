import { Hono } from 'hono';
import { payOrder } from '../world/payments.ts';
import { ensureAlive } from './apply-faults.ts';
import { afterPayment, checkoutPage, missingOrderPage } from './checkout-page.ts';
import type { PublicEnv } from './env.ts';

export const checkoutRoutes = new Hono<PublicEnv>()
  .use(async (c, next) => {
    await next();
    c.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'",
    );
    c.header('cache-control', 'no-store');
  })
  .get('/:id', (c) => {
    const { data, payments } = c.get('world');
    const order = data.orders.find((candidate) => candidate.id === c.req.param('id'));
    if (!order) return c.html(missingOrderPage(), 404);
    return c.html(checkoutPage(order, payments.has(order.id)));
  })
  .post('/:id/pay', async (c) => {
    const world = c.get('world');
    const id = c.req.param('id');
    if (!world.data.orders.some((candidate) => candidate.id === id)) return c.html(missingOrderPage(), 404);
    const order = await payOrder(world, id);
    ensureAlive(world);
    return c.redirect(afterPayment(order), 303);
  });
