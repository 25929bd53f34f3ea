import { describe, expect, test } from 'vitest';
import { useServer } from './server-under-test.ts';

const server = useServer();
const nora = { email: 'NORA@harborstreet.example', password: 'copper-kettle-31' };
const cookieOf = (headers: Record<string, string | string[] | undefined>) =>
  String(headers['set-cookie']).split(';')[0] ?? '';

describe('roles', () => {
  test('a Viewer is refused every write and nothing changes', async () => {
    await server.api('POST', '/api/orders', { credits: 100 });
    await server.api('POST', '/api/invites', { email: 'a@b.example' });
    await server.control('POST', '/role', { role: 'Viewer', silent: true });
    const before = (await server.control('GET', '/state')).text;
    const writes: [string, string, unknown?][] = [
      ['POST', '/api/tasks', { title: 'x' }],
      ['PATCH', '/api/tasks/1', { done: true }],
      ['DELETE', '/api/tasks/1'],
      ['POST', '/api/tasks/1/restore'],
      ['POST', '/api/tasks/1/comments', { text: 'x' }],
      ['POST', '/api/tasks/1/attachments'],
      ['DELETE', '/api/attachments/att_1'],
      ['DELETE', '/api/members/mem_102'],
      ['POST', '/api/invites', { email: 'c@d.example' }],
      ['DELETE', '/api/invites/inv_1'],
      ['DELETE', '/api/activity/act_1'],
      ['POST', '/api/orders', { credits: 500 }],
      ['POST', '/api/orders/ord_4/cancel'],
    ];
    for (const [method, path, body] of writes) {
      const answer = await server.api(method, path, body);
      expect([path, answer.status, answer.json.error.code]).toEqual([path, 403, 'forbidden']);
    }
    expect((await server.control('GET', '/state')).text).toBe(before);
    expect((await server.api('PATCH', '/api/notifications/ntf_3', { read: true })).status).toBe(200);
    expect((await server.api('GET', '/api/me')).json.role).toBe('Viewer');
  });

  test('a new role is announced, unless it is set silently', async () => {
    const events = await server.events();
    await server.control('POST', '/role', { role: 'Viewer', silent: true });
    await server.control('POST', '/role', { role: 'Member' });
    const { data } = await events.waitFor('me.updated');
    expect(data.member).toEqual({
      id: 'mem_101',
      name: 'Nora Lindqvist',
      email: 'nora@harborstreet.example',
      role: 'Member',
    });
    events.close();
  });
});

describe('sessions', () => {
  test('sign in, expire, sign in again, sign out', async () => {
    await server.control('POST', '/sign-in', { required: true });
    expect((await server.api('GET', '/api/tasks')).json.error.code).toBe('sign_in_required');
    const wrong = await server.api('POST', '/api/session', { ...nora, password: 'nope' });
    expect([wrong.status, wrong.json.error.code]).toEqual([401, 'invalid_credentials']);
    const signedIn = await server.api('POST', '/api/session', nora);
    expect(signedIn.json).toMatchObject({ id: 'mem_101', role: 'Owner' });
    expect(signedIn.json).not.toHaveProperty('password');
    const headers = { cookie: cookieOf(signedIn.headers) };
    expect((await server.api('GET', '/api/me', undefined, { headers })).status).toBe(200);
    expect((await server.control('POST', '/sessions/expire')).json).toEqual({ expired: 1 });
    expect((await server.api('GET', '/api/me', undefined, { headers })).json.error.code).toBe('session_expired');
    const again = { cookie: cookieOf((await server.api('POST', '/api/session', nora)).headers) };
    expect((await server.api('GET', '/api/me', undefined, { headers: again })).status).toBe(200);
    expect((await server.api('DELETE', '/api/session', undefined, { headers: again })).status).toBe(204);
    expect((await server.api('GET', '/api/me', undefined, { headers: again })).status).toBe(401);
  });

  test('without required sign-in a session still says who acts', async () => {
    const signedIn = await server.api('POST', '/api/session', {
      email: 'yuki@harborstreet.example',
      password: 'quiet-harbor-76',
    });
    const headers = { cookie: cookieOf(signedIn.headers) };
    expect((await server.api('GET', '/api/me', undefined, { headers })).json.id).toBe('mem_105');
    expect((await server.api('POST', '/api/tasks', { title: 'x' }, { headers })).status).toBe(403);
    expect((await server.api('GET', '/api/me')).json.id).toBe('mem_101');
  });
});

describe('invites', () => {
  test('addresses are checked, other spellings are not', async () => {
    for (const email of ['', 'nobody', 'a@b', 'a b@c.example', '@c.example', 'a@c..example']) {
      const answer = await server.api('POST', '/api/invites', { email });
      expect([email, answer.status, answer.json.error.code]).toEqual([email, 400, 'invalid_email']);
    }
    const emails = [
      'kai@outside.example',
      'KAI@outside.example',
      'Nora@HarborStreet.example',
      'nora@harborstreet.example',
    ];
    for (const email of emails) expect((await server.api('POST', '/api/invites', { email })).status).toBe(201);
    expect((await server.api('POST', '/api/invites', { email: emails[0] })).status).toBe(409);
    const { items } = (await server.api('GET', '/api/invites')).json;
    expect(items.map((invite: { email: string }) => invite.email)).toEqual(emails);
    expect((await server.api('DELETE', '/api/invites/inv_1')).status).toBe(204);
    expect((await server.api('DELETE', '/api/invites/inv_1')).status).toBe(404);
  });
});

test('a removed member leaves dangling ids; the count follows', async () => {
  const events = await server.events();
  expect((await server.api('GET', '/api/workspace')).json).toEqual({ name: 'Harbor Street', memberCount: 6 });
  expect((await server.api('DELETE', '/api/members/mem_103')).status).toBe(204);
  expect((await server.api('GET', '/api/workspace')).json.memberCount).toBe(5);
  expect((await server.api('GET', '/api/tasks/1')).json.assigneeId).toBe('mem_103');
  expect((await events.waitFor('member.removed')).data).toEqual({ memberId: 'mem_103', memberCount: 5 });
  events.close();
  expect((await server.api('DELETE', '/api/members/mem_101')).status).toBe(409);
  const inserted = await server.control('POST', '/members', { name: 'Long Name', email: 'long@harborstreet.example' });
  expect(inserted.json).toEqual({
    id: 'mem_107',
    name: 'Long Name',
    email: 'long@harborstreet.example',
    role: 'Member',
  });
});
