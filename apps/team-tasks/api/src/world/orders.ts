import { conflict, notFound } from '../http/api-error.ts';
import type { Member, Order, Person } from '../types.ts';
import { addActivity } from './activity.ts';
import { stamp } from './clock.ts';
import { nextId } from './ids.ts';
import { toPerson } from './members.ts';
import { addNotification } from './notifications.ts';
import { ensureRoom } from './room.ts';
import type { World } from './world.ts';

export const PRICES_CENTS = { 100: 1000, 500: 4500 } as const;

export function findOrder(world: World, id: string): Order {
  const order = world.data.orders.find((candidate) => candidate.id === id);
  if (!order) throw notFound('This order');
  return order;
}

function setStatus(world: World, order: Order, status: 'paid' | 'cancelled', actor: Person): void {
  order.status = status;
  order.updatedAt = stamp(world);
  world.events.emit('order.updated', { order });
  const verb = status === 'paid' ? 'paid for' : 'cancelled an order of';
  const summary = `${verb} ${order.credits} credits`;
  addActivity(world, { type: 'order', action: status, actor, orderId: order.id, summary });
}

export function createOrder(world: World, credits: keyof typeof PRICES_CENTS, actor: Member): Order {
  ensureRoom(world.data.orders.length, 1000, 'orders');
  const id = nextId(world, 'order');
  const createdAt = stamp(world);
  const order: Order = {
    id,
    credits,
    amountCents: PRICES_CENTS[credits],
    currency: 'USD',
    status: 'pending',
    createdAt,
    updatedAt: createdAt,
    orderedBy: toPerson(actor),
    checkoutUrl: `/checkout/${id}`,
  };
  world.data.orders.push(order);
  world.events.emit('order.created', { order });
  const summary = `ordered ${credits} credits`;
  addActivity(world, { type: 'order', action: 'created', actor, orderId: id, summary });
  return order;
}

export function cancelOrder(world: World, id: string, actor: Member): Order {
  const order = findOrder(world, id);
  if (order.status === 'paid') throw conflict('This order is paid.');
  if (world.payments.has(id)) throw conflict('The payment of this order is under way.');
  if (order.status === 'pending') setStatus(world, order, 'cancelled', actor);
  return order;
}

/** Books a payment that has gone through. */
export function settleOrder(world: World, order: Order): void {
  setStatus(world, order, 'paid', order.orderedBy);
  world.data.balance += order.credits;
  world.events.emit('credits.updated', { balance: world.data.balance });
  addNotification(world, { text: `Payment received: ${order.credits} credits were added.`, taskId: null });
}
