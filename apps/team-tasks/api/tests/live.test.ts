import { describe, expect, test } from 'vitest';
import { useServer } from './server-under-test.ts';

const server = useServer();

describe('events', () => {
  test('are named', async () => {
    const events = await server.events();
    await events.waitFor('ready');
    await server.api('POST', '/api/tasks', { title: 'Live' });
    await server.control('POST', '/notifications', { text: 'Hello', taskId: 8 });
    expect((await events.waitFor('task.created')).data.task.title).toBe('Live');
    const { data } = await events.waitFor('notification.created');
    expect(data).toMatchObject({ notification: { id: 'ntf_5', taskId: 8, read: false }, unreadCount: 3 });
    events.close();
    await expect.poll(async () => (await server.control('GET', '/stream')).json.open).toBe(0);
  });

  test('are dropped, and refused until lifted', async () => {
    const first = await server.events();
    await first.waitFor('ready');
    expect((await server.control('POST', '/stream/drop', {})).json).toEqual({ dropped: 1, refused: false });
    await expect.poll(() => first.ended).toBe(true);
    const second = await server.events();
    await second.waitFor('ready');
    expect((await server.control('POST', '/stream/drop', { refuse: true })).json).toEqual({
      dropped: 1,
      refused: true,
    });
    expect((await server.events()).status).toBe(503);
    await server.control('POST', '/stream/allow');
    const third = await server.events();
    await third.waitFor('ready');
    await server.reset();
    await expect.poll(() => third.ended).toBe(true);
  });
});

describe('credits', () => {
  test('pay: the order, the balance and the bell', async () => {
    await server.control('POST', '/payment', { delayMs: 150 });
    const events = await server.events();
    const order = (await server.api('POST', '/api/orders', { credits: 100 })).json;
    expect(order).toMatchObject({ id: 'ord_4', status: 'pending', checkoutUrl: '/checkout/ord_4' });
    expect((await server.api('GET', order.checkoutUrl)).text).toContain('>Pay</button>');
    const paying = server.api('POST', '/checkout/ord_4/pay');
    await expect.poll(async () => (await server.api('GET', order.checkoutUrl)).text).toContain('Payment under way');
    expect((await server.api('POST', '/api/orders/ord_4/cancel')).status).toBe(409);
    expect((await server.state()).balance).toBe(250);
    const twice = await server.api('POST', '/checkout/ord_4/pay');
    expect([twice.status, twice.headers.location]).toEqual([303, '/credits?checkout=paid&order=ord_4']);
    expect((await paying).status).toBe(303);
    expect((await server.api('GET', '/api/credits')).json).toEqual({ balance: 350 });
    expect((await events.waitFor('credits.updated')).data).toEqual({ balance: 350 });
    expect((await events.waitFor('order.updated')).data.order.status).toBe('paid');
    expect((await events.waitFor('notification.created')).data.unreadCount).toBe(3);
    events.close();
    expect((await server.api('POST', '/api/orders/ord_4/cancel')).status).toBe(409);
    expect((await server.api('POST', '/api/orders', { credits: 200 })).status).toBe(400);
  });

  test('cancel and return only leads back; cancelling is the business of the client', async () => {
    await server.api('POST', '/api/orders', { credits: 500 });
    const page = (await server.api('GET', '/checkout/ord_4')).text;
    expect(page).toContain('<a href="/credits?checkout=cancelled&amp;order=ord_4">Cancel and return</a>');
    expect((await server.api('GET', '/api/orders/ord_4')).json.status).toBe('pending');
    expect((await server.api('POST', '/api/orders/ord_4/cancel')).json.status).toBe('cancelled');
    expect((await server.api('POST', '/api/orders/ord_4/cancel')).json.status).toBe('cancelled');
    const pay = await server.api('POST', '/checkout/ord_4/pay');
    expect(pay.headers.location).toBe('/credits?checkout=cancelled&order=ord_4');
    expect((await server.state()).balance).toBe(250);
    expect((await server.api('GET', '/checkout/ord_9')).status).toBe(404);
  });
});

describe('activity', () => {
  const list = async (query = '') => (await server.api('GET', `/api/activity${query}`)).json;
  const ids = (page: { items: { id: string }[] }) => page.items.map((entry) => entry.id);

  test('pages and filters', async () => {
    expect(await list()).toMatchObject({ total: 36, page: 1, pageCount: 2 });
    expect(ids(await list())[0]).toBe('act_36');
    expect((await list('?page=2')).items.length).toBe(16);
    const orders = await list('?type=order');
    expect(orders.total).toBe(6);
    expect(orders.items.every((entry: { type: string }) => entry.type === 'order')).toBe(true);
    expect((await list('?type=order&person=mem_103')).total).toBe(2);
    expect((await list('?task=4')).items.every((entry: { taskId: number }) => entry.taskId === 4)).toBe(true);
    expect((await server.api('GET', '/api/activity?type=orders')).status).toBe(400);
    expect((await server.api('GET', '/api/activity?cursor=zzz')).status).toBe(400);
  });

  test('a cursor skips nothing after a deletion and repeats nothing after additions', async () => {
    const items = Array.from({ length: 45 }, (_, index) => ({
      type: 'task',
      action: 'renamed',
      by: 'mem_104',
      taskId: 2,
      summary: `renamed “Name ${index}” to “Name ${index + 1}”`,
    }));
    expect((await server.control('POST', '/activity', { items })).status).toBe(201);
    const first = await list();
    const last = ids(first).at(-1);
    await server.api('DELETE', `/api/activity/${last}`);
    await server.control('POST', '/activity', { items: items.slice(0, 3) });
    const seen = ids(first);
    for (let cursor = first.nextCursor; cursor; ) {
      const next = await list(`?cursor=${cursor}`);
      expect(next.page).toBeNull();
      seen.push(...ids(next));
      cursor = next.nextCursor;
    }
    expect(seen).toEqual(Array.from({ length: 81 }, (_, index) => `act_${81 - index}`));
  });
});

test('notifications are read one by one and all at once', async () => {
  expect((await server.api('GET', '/api/notifications')).json).toMatchObject({
    unreadCount: 2,
    items: [{ id: 'ntf_4' }, {}, {}, {}],
  });
  await server.api('PATCH', '/api/notifications/ntf_4', { read: true });
  expect((await server.api('GET', '/api/notifications')).json.unreadCount).toBe(1);
  expect((await server.api('POST', '/api/notifications/read-all')).json).toEqual({ unreadCount: 0 });
});
