import { expect, test } from 'vitest';
import { useServer } from './server-under-test.ts';

const server = useServer();

async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  return [await work, performance.now() - start];
}

test('a delay alone waits, then handles the request', async () => {
  await server.control('POST', '/faults', { method: 'POST', path: '/api/tasks', delayMs: 300 });
  const pending = timed(server.api('POST', '/api/tasks', { title: 'Slow' }));
  await expect.poll(async () => (await server.control('GET', '/requests')).json.items.length).toBe(1);
  expect((await server.state()).tasks.length).toBe(10);
  const [answer, tookMs] = await pending;
  expect(answer.status).toBe(201);
  expect(tookMs).toBeGreaterThanOrEqual(295);
  expect((await server.state()).tasks.length).toBe(11);
});

test('a status answers without storing, for the ids named, until lifted', async () => {
  const { json: fault } = await server.control('POST', '/faults', {
    method: 'PATCH',
    path: '/api/tasks/:id',
    id: [4, 5],
    status: 503,
  });
  for (let turn = 0; turn < 2; turn += 1) {
    const refused = await server.api('PATCH', '/api/tasks/4', { done: true });
    expect(refused.status).toBe(503);
    expect(refused.json).toEqual({ error: { code: 'unavailable', message: expect.any(String) } });
  }
  expect((await server.api('PATCH', '/api/tasks/6', { done: true })).status).toBe(200);
  expect((await server.state()).tasks.find((task: { id: number }) => task.id === 4).done).toBe(false);
  expect((await server.control('DELETE', `/faults/${fault.faultId}`)).status).toBe(204);
  expect((await server.control('DELETE', `/faults/${fault.faultId}`)).status).toBe(404);
  expect((await server.api('PATCH', '/api/tasks/4', { done: true })).status).toBe(200);
});

test('several at once: the longest delay and the latest status', async () => {
  await server.control('POST', '/faults', { method: 'PATCH', path: '/api/tasks/:id', delayMs: 200 });
  await server.control('POST', '/faults', { method: 'PATCH', path: '/api/tasks/:id', id: 1, status: 500 });
  const [refused, refusedMs] = await timed(server.api('PATCH', '/api/tasks/1', { starred: true }));
  expect(refused.status).toBe(500);
  expect(refusedMs).toBeGreaterThanOrEqual(195);
  expect((await server.api('PATCH', '/api/tasks/2', { starred: true })).status).toBe(200);
  const [entry] = (await server.control('GET', '/requests')).json.items;
  expect(entry.faults).toEqual(['flt_1', 'flt_2']);
});

test('a count', async () => {
  await server.control('POST', '/faults', { path: '/api/members', status: 500, times: 2 });
  const statuses = [];
  for (let turn = 0; turn < 3; turn += 1) statuses.push((await server.api('GET', '/api/members')).status);
  expect(statuses).toEqual([500, 500, 200]);
  expect((await server.control('GET', '/faults')).json.items).toEqual([]);
});

test('by query: values, and absence', async () => {
  await server.control('POST', '/faults', { path: '/api/tasks', query: { page: ['2', '3'] }, status: 503 });
  expect((await server.api('GET', '/api/tasks?page=1')).status).toBe(200);
  expect((await server.api('GET', '/api/tasks?page=3&status=done')).status).toBe(503);
  await server.control('DELETE', '/faults');
  await server.control('POST', '/faults', { path: '/api/tasks', query: { page: null }, status: 503 });
  expect((await server.api('GET', '/api/tasks')).status).toBe(503);
  expect((await server.api('GET', '/api/tasks?page=1')).status).toBe(200);
});

test('after the handler: stored, but answered with the status', async () => {
  await server.control('POST', '/faults', { method: 'POST', path: '/api/tasks', status: 500, when: 'after' });
  expect((await server.api('POST', '/api/tasks', { title: 'Stored anyway' })).status).toBe(500);
  expect((await server.state()).tasks.length).toBe(11);
});

test('a delayed write meets the role that holds when it is handled', async () => {
  await server.control('POST', '/faults', { method: 'DELETE', path: '/api/tasks/:id', delayMs: 150 });
  const pending = server.api('DELETE', '/api/tasks/1');
  await expect.poll(async () => (await server.control('GET', '/requests')).json.items.length).toBe(1);
  await server.control('POST', '/role', { role: 'Viewer', silent: true });
  expect((await pending).status).toBe(403);
});

test('the request log has body, query, status and both times, in order of arrival', async () => {
  await server.control('POST', '/faults', { method: 'PATCH', path: '/api/tasks/:id', delayMs: 120 });
  const slow = server.api('PATCH', '/api/tasks/1?x=1&x=2&y=', { starred: true });
  await expect.poll(async () => (await server.control('GET', '/requests')).json.items.length).toBe(1);
  expect((await server.control('GET', '/requests')).json.items[0]).toMatchObject({ status: null, finishedAt: null });
  await server.api('POST', '/api/tasks', undefined, { raw: '{broken' });
  await slow;
  const { items } = (await server.control('GET', '/requests')).json;
  expect(items).toMatchObject([
    {
      seq: 1,
      method: 'PATCH',
      path: '/api/tasks/1',
      query: { x: ['1', '2'], y: '' },
      body: { starred: true },
      status: 200,
    },
    { seq: 2, method: 'POST', path: '/api/tasks', query: {}, body: '{broken', status: 400 },
  ]);
  expect(items[0].durationMs).toBeGreaterThanOrEqual(115);
  expect(Date.parse(items[0].finishedAt)).toBeGreaterThan(Date.parse(items[0].arrivedAt));
  const filtered = (await server.control('GET', '/requests?method=patch&path=/api/tasks/:id')).json.items;
  expect(filtered.map((entry: { seq: number }) => entry.seq)).toEqual([1]);
});
