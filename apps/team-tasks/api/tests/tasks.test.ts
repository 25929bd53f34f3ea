import { describe, expect, test } from 'vitest';
import { useServer } from './server-under-test.ts';

const server = useServer();
const patch = async (id: number, body: unknown) => (await server.api('PATCH', `/api/tasks/${id}`, body)).json;

test('done and status stay in step', async () => {
  expect(await patch(1, { done: true })).toMatchObject({ status: 'done', done: true });
  expect(await patch(1, { done: false })).toMatchObject({ status: 'todo', done: false });
  expect(await patch(1, { status: 'in_progress' })).toMatchObject({ status: 'in_progress', done: false });
  expect(await patch(1, { done: false })).toMatchObject({ status: 'in_progress', done: false });
  expect(await patch(1, { status: 'done' })).toMatchObject({ done: true });
  expect((await server.api('PATCH', '/api/tasks/1', { status: 'todo', done: true })).json.error.field).toBe('done');
});

test('a due date is absent, null or a day, and stays so', async () => {
  expect(await patch(1, { title: 'Other' })).not.toHaveProperty('dueDate');
  expect(await patch(1, { dueDate: '2026-03-20' })).toMatchObject({ dueDate: '2026-03-20' });
  expect(await patch(1, { notes: 'n' })).toMatchObject({ dueDate: '2026-03-20' });
  expect(await patch(1, { dueDate: null })).toMatchObject({ dueDate: null });
  expect((await server.api('GET', '/api/tasks/1')).json).toMatchObject({ dueDate: null });
  for (const wrong of ['2026-02-30', '2026-3-1', '2026-03-20T00:00:00Z', 5, '']) {
    expect((await server.api('PATCH', '/api/tasks/1', { dueDate: wrong })).status).toBe(400);
  }
  await server.control('PATCH', '/tasks/2', { set: { dueDate: null } });
  expect((await server.api('GET', '/api/tasks/2')).json).toMatchObject({ dueDate: null });
  await server.control('PATCH', '/tasks/2', { unset: ['dueDate'] });
  expect((await server.api('GET', '/api/tasks/2')).json).not.toHaveProperty('dueDate');
});

test('a new task: defaults, next id and key, every field', async () => {
  const plain = (await server.api('POST', '/api/tasks', { title: ' padded ' })).json;
  expect(plain).toMatchObject({
    id: 11,
    key: 'TT-1083',
    title: ' padded ',
    status: 'todo',
    done: false,
    priority: 'medium',
  });
  expect(plain).not.toHaveProperty('dueDate');
  const fields = {
    title: 'Full',
    description: 'd',
    notes: 'n',
    status: 'in_progress',
    done: false,
    priority: 'high',
    starred: true,
    dueDate: '2026-04-01',
    estimate: 2.5,
    assigneeId: 'mem_999',
    checklist: [{ id: 'mine', text: 'a', done: true }],
    relatedIds: [1, 77],
    repeat: 'weekly',
    seriesId: 'series-1',
  };
  const full = await server.api('POST', '/api/tasks', { ...fields, id: 1, key: 'TT-1', commentCount: 9, other: true });
  expect(full.status).toBe(201);
  expect(full.json).toMatchObject({ id: 12, key: 'TT-1084', commentCount: 0, ...fields });
  expect(full.json).not.toHaveProperty('other');
});

describe('deleting', () => {
  test('restore brings back all fields, comments and files', async () => {
    await patch(4, { done: true, dueDate: '2026-03-20' });
    const before = (await server.api('GET', '/api/tasks/4')).json;
    expect((await server.api('DELETE', '/api/tasks/4')).status).toBe(204);
    for (const path of ['/api/tasks/4', '/api/tasks/4/comments', '/api/attachments/att_2/content']) {
      expect((await server.api('GET', path)).status).toBe(404);
    }
    expect((await server.api('DELETE', '/api/tasks/4')).status).toBe(404);
    const state = await server.state();
    expect(state.tasks.length).toBe(9);
    expect(state.deletedTasks).toMatchObject([{ task: { id: 4 }, by: { id: 'mem_101' } }]);
    expect((await server.api('POST', '/api/tasks/4/restore')).json).toEqual(before);
    expect((await server.api('POST', '/api/tasks/4/restore')).status).toBe(409);
    expect((await server.api('POST', '/api/tasks/99/restore')).status).toBe(404);
    expect((await server.state()).tasks.map((task: { id: number }) => task.id)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
  });

  test('links of the old tracker', async () => {
    const live = { key: 'TT-1027', taskId: 4, title: 'Fix the unreliable door sensor', deleted: null };
    expect((await server.api('GET', '/api/legacy/tt-1027')).json).toEqual(live);
    const tombstone = await server.control('POST', '/tasks/4/delete', { by: 'mem_103' });
    const gone = { ...live, deleted: { at: '2026-03-16T09:00:00.000Z', by: { id: 'mem_103', name: 'Priya Raman' } } };
    expect(tombstone.json).toEqual(gone);
    expect((await server.api('GET', '/api/legacy/TT-1027')).json).toEqual(gone);
    expect((await server.api('GET', '/api/tombstones/4')).json).toEqual(gone);
    expect((await server.api('GET', '/api/tombstones/5')).status).toBe(404);
    expect((await server.api('GET', '/api/legacy/TT-9999')).status).toBe(404);
  });
});

describe('lists', () => {
  test('whole, filtered and searched', async () => {
    const whole = (await server.api('GET', '/api/tasks')).json;
    expect(whole).toMatchObject({ total: 10, page: 1, pageSize: 10, pageCount: 1 });
    expect((await server.api('GET', '/api/tasks?status=active')).json.total).toBe(7);
    expect((await server.api('GET', '/api/tasks?status=done&search=')).json.total).toBe(3);
    expect((await server.api('GET', '/api/tasks?search=LEASE')).json.total).toBe(2);
    expect((await server.api('GET', '/api/tasks?state=done')).json.total).toBe(10);
    expect((await server.api('GET', '/api/tasks?status=open')).status).toBe(400);
  });

  test('paged', async () => {
    await server.reset({ fixture: 'many-tasks' });
    const seen: number[] = [];
    for (let page = 1; page <= 7; page += 1) {
      const { items, total, pageCount } = (await server.api('GET', `/api/tasks?page=${page}`)).json;
      expect([total, pageCount, items.length]).toEqual([134, 7, page < 7 ? 20 : 14]);
      seen.push(...items.map((task: { id: number }) => task.id));
    }
    expect(seen).toEqual(Array.from({ length: 134 }, (_, index) => index + 1));
    expect((await server.api('GET', '/api/tasks?page=8')).json.items).toEqual([]);
    expect((await server.api('GET', '/api/tasks?page=0')).status).toBe(400);
    expect((await server.api('GET', '/api/tasks?page=3&status=done')).json).toMatchObject({ total: 52, pageCount: 3 });
  });
});

test('changes are logged', async () => {
  await patch(2, { title: 'New name', done: true, priority: 'high', starred: true });
  await patch(2, { starred: false });
  const added = (await server.state()).activity.slice(36);
  expect(added.map((entry: { action: string }) => entry.action)).toEqual(['renamed', 'completed', 'edited']);
  expect(added[0]).toMatchObject({
    id: 'act_37',
    taskId: 2,
    summary: 'renamed “Relabel the storage shelves” to “New name”',
  });
});
