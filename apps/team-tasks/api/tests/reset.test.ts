import { expect, test } from 'vitest';
import { useServer } from './server-under-test.ts';

const server = useServer();

test('restores everything bit for bit, ids and counters included', async () => {
  const before = (await server.control('GET', '/state')).text;
  const created = await server.api('POST', '/api/tasks', {
    title: 'One more',
    checklist: [{ text: 'a', done: false }],
  });
  await server.api('POST', '/api/tasks/1/comments', { text: 'Hello' });
  await server.api('DELETE', '/api/tasks/2');
  await server.api('POST', '/api/invites', { email: 'someone@elsewhere.example' });
  await server.api('POST', '/api/orders', { credits: 100 });
  await server.control('POST', '/members', { name: 'A B', email: 'ab@elsewhere.example' });
  await server.control('POST', '/notifications', { text: 'x' });
  await server.control('POST', '/faults', { path: '/api/tasks', status: 500 });
  await server.control('POST', '/clock', { now: '2030-01-01T00:00:00Z', stepMs: 5 });
  await server.control('POST', '/payment', { delayMs: 5000 });
  await server.control('POST', '/role', { role: 'Viewer' });
  await server.control('POST', '/sign-in', { required: true });
  await server.control('POST', '/stream/drop', { refuse: true });
  await server.api('POST', '/api/session', { email: 'nora@harborstreet.example', password: 'copper-kettle-31' });
  expect((await server.control('GET', '/state')).text).not.toBe(before);

  await server.reset();
  expect((await server.control('GET', '/state')).text).toBe(before);
  expect((await server.control('GET', '/requests')).json).toEqual({ items: [], dropped: 0 });
  const again = await server.api('POST', '/api/tasks', { title: 'One more', checklist: [{ text: 'a', done: false }] });
  expect(again.json).toEqual(created.json);
});

test('a request under way during a reset changes nothing afterwards', async () => {
  await server.control('POST', '/faults', { path: '/api/*', delayMs: 60_000 });
  const pending = [
    server.api('POST', '/api/tasks', { title: 'Late' }),
    server.api('PATCH', '/api/tasks/1', { done: true }),
    server.api('DELETE', '/api/tasks/2'),
  ];
  await expect.poll(async () => (await server.control('GET', '/requests')).json.items.length).toBe(3);
  await server.reset();
  const before = (await server.control('GET', '/state')).text;
  expect((await Promise.all(pending)).map((answer) => answer.status)).toEqual([503, 503, 503]);
  expect((await server.control('GET', '/state')).text).toBe(before);
  expect((await server.control('GET', '/requests')).json.items).toEqual([]);
});

test('a payment under way during a reset is not booked', async () => {
  await server.control('POST', '/payment', { delayMs: 200 });
  const order = (await server.api('POST', '/api/orders', { credits: 100 })).json;
  const paying = server.api('POST', `/checkout/${order.id}/pay`);
  await expect.poll(async () => (await server.control('GET', '/requests')).json.items.length).toBe(2);
  await server.reset();
  expect((await paying).status).toBe(503);
  await new Promise((next) => setTimeout(next, 300));
  expect(await server.state()).toMatchObject({ balance: 250, orders: [] });
});

test('takes initial conditions, all or nothing', async () => {
  const answer = await server.reset({
    fixture: 'many-tasks',
    faults: [{ path: '/api/tasks', query: { page: [2, 3] }, delayMs: 10 }],
    clock: { now: '2026-05-01T08:00:00+02:00' },
    role: 'Viewer',
    signInRequired: true,
    paymentDelayMs: 2500,
    streamRefused: true,
  });
  expect(answer.status).toBe(200);
  expect(answer.json).toMatchObject({ fixture: 'many-tasks', faults: [{ faultId: 'flt_1' }] });
  expect(await server.state()).toMatchObject({
    fixture: 'many-tasks',
    clock: { now: '2026-05-01T06:00:00.000Z' },
    signInRequired: true,
    paymentDelayMs: 2500,
    streamRefused: true,
  });
  const { epoch } = (await server.control('GET', '/health')).json;
  expect((await server.reset({ fixture: 'default', faults: [{ path: 'oops' }] })).status).toBe(400);
  expect((await server.control('GET', '/health')).json.epoch).toBe(epoch);
  expect((await server.state()).fixture).toBe('many-tasks');
});

test('names the known fixtures', async () => {
  const answer = await server.reset({ fixture: 'huge' });
  expect(answer.status).toBe(404);
  expect(answer.json.error.code).toBe('unknown_fixture');
  expect(answer.json.error.message).toContain('default, many-tasks, long-thread, long-task');
});

test('the control plane refuses what it does not know', async () => {
  expect((await server.control('GET', '/nothing')).status).toBe(404);
  expect((await server.reset({ fixtures: 'default' })).json.error).toMatchObject({
    code: 'invalid_request',
    field: 'fixtures',
  });
  expect((await server.control('POST', '/role', { role: 'viewer' })).status).toBe(400);
  expect((await server.control('POST', '/faults', { path: '/api/tasks' })).status).toBe(400);
  expect((await server.control('POST', '/faults', [])).status).toBe(400);
});

test('neither listener serves the other', async () => {
  for (const path of ['/state', '/reset', '/health', '/faults']) {
    expect((await server.api('GET', path)).status).toBe(404);
    expect((await server.api('POST', path, {})).status).toBe(404);
  }
  expect((await server.control('GET', '/api/tasks')).status).toBe(404);
});
