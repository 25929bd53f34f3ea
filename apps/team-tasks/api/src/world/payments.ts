import type { Order } from '../types.ts';
import { findOrder, settleOrder } from './orders.ts';
import { pause } from './pause.ts';
import type { World } from './world.ts';

async function take(world: World, order: Order): Promise<void> {
  await pause(world.data.paymentDelayMs, world.ended);
  world.payments.delete(order.id);
  if (!world.ended.aborted) settleOrder(world, order);
}

/**
 * Starts the payment of a pending order, or joins the one under way. It goes on when the page that asked for it is closed.
 * Resolves when the order is settled, at once if it is not pending, and early if the world ends.
 */
export async function payOrder(world: World, id: string): Promise<Order> {
  const order = findOrder(world, id);
  if (order.status !== 'pending') return order;
  let payment = world.payments.get(id);
  if (!payment) {
    payment = take(world, order);
    world.payments.set(id, payment);
  }
  await payment;
  return order;
}
