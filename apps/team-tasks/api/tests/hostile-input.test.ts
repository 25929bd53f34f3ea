import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { useServer } from './server-under-test.ts';

const server = useServer();

function upload(file: Buffer, name: string, type: string) {
  const head = `--frame\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  const raw = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--frame--\r\n')]);
  return { raw, headers: { 'content-type': 'multipart/form-data; boundary=frame' } };
}

test('a file comes back as it was, shown as text, never as a page', async () => {
  const answer = await server.api(
    'POST',
    '/api/tasks/2/attachments',
    undefined,
    upload(Buffer.from('<b>hi</b>'), 'päge.html', 'text/html'),
  );
  expect(answer.json).toMatchObject({
    id: 'att_5',
    name: 'päge.html',
    type: 'text/html',
    sizeBytes: 9,
    url: '/api/attachments/att_5/content',
  });
  const content = await server.api('GET', '/api/attachments/att_5/content');
  expect(content.text).toBe('<b>hi</b>');
  expect(content.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': 'sandbox',
  });
  const [entry] = (await server.control('GET', '/requests?method=POST')).json.items;
  expect(entry.body).toEqual({ contentType: 'multipart/form-data', sizeBytes: expect.any(Number) });
  expect((await server.api('GET', '/api/tasks/2/attachments')).json.items.length).toBe(1);
});

test('1.5 MB passes, more than 2 MB does not', async () => {
  const big = await server.api(
    'POST',
    '/api/tasks/2/attachments',
    undefined,
    upload(Buffer.alloc(1_500_000, 'a'), 'a.txt', 'text/plain'),
  );
  expect(big.status).toBe(201);
  for (const bytes of [2 * 1024 * 1024 + 1, 6_000_000]) {
    const tooBig = await server.api(
      'POST',
      '/api/tasks/2/attachments',
      undefined,
      upload(Buffer.alloc(bytes), 'b.bin', 'x/y'),
    );
    expect([tooBig.status, tooBig.json.error.code]).toEqual([413, 'too_large']);
  }
});

test('malformed and oversized bodies', async () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  for (const raw of ['{', 'null', '[]', '"x"', deep, `{"title":${deep}}`]) {
    expect((await server.api('POST', '/api/tasks', undefined, { raw })).status).toBe(400);
  }
  const long = await server.api('POST', '/api/tasks', { title: 'x', description: 'y'.repeat(300_000) });
  expect(long.status).toBe(413);
  expect((await server.control('GET', '/requests')).status).toBe(200);
  expect((await server.state()).tasks.length).toBe(10);
});

test('wrong types and values', async () => {
  const wrong: Record<string, unknown>[] = [
    { title: '' },
    { title: 5 },
    { title: 'x'.repeat(201) },
    { status: 'open' },
    { done: 'yes' },
    { priority: 'High' },
    { starred: 1 },
    { estimate: '3' },
    { estimate: -1 },
    { assigneeId: 5 },
    { checklist: [{ done: true }] },
    { checklist: 'x' },
    { relatedIds: ['1'] },
    { relatedIds: [1.5] },
    { repeat: 'yearly' },
    { seriesId: '' },
  ];
  const before = (await server.control('GET', '/state')).text;
  for (const body of wrong) {
    const answer = await server.api('PATCH', '/api/tasks/1', body);
    expect([body, answer.status, answer.json.error.code]).toEqual([body, 400, 'invalid_request']);
  }
  expect((await server.control('GET', '/state')).text).toBe(before);
  await server.api('PATCH', '/api/tasks/1', undefined, { raw: '{"__proto__":{"title":"p"},"constructor":1}' });
  expect((await server.control('GET', '/state')).text).toBe(before);
});

test('unknown ids and addresses', async () => {
  const paths = [
    '/api/tasks/11',
    '/api/tasks/0',
    '/api/tasks/1e0',
    '/api/tasks/%E0%A4%A',
    '/api/tasks/99999999999999999999',
    '/api/tasks/11/comments',
  ];
  for (const path of [
    ...paths,
    '/api/nothing',
    '/',
    '/api/attachments/x/content',
    '/api/orders/__proto__',
    '/api/members/../tasks/77',
  ]) {
    expect([path, (await server.api('GET', path)).status]).toEqual([path, 404]);
  }
  for (const path of ['/api/tasks/11', '/api/members/x', '/api/invites/x', '/api/activity/x', '/api/attachments/x']) {
    expect([path, (await server.api('DELETE', path)).status]).toEqual([path, 404]);
  }
});

test('broken connections leave the server standing', async () => {
  for (const raw of [
    'TRACE / HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET /api/tasks HTTP/1.1\r\nhost: a b\r\n\r\n',
    'GET http://%/ HTTP/1.1\r\nhost: x\r\n\r\n',
    'CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET /api/events HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    'POST /api/tasks HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{"title":',
    'nonsense\r\n\r\n',
  ]) {
    await new Promise<void>((resolve) => {
      const socket = connect(server.paths().api, () => socket.write(raw));
      socket.on('error', () => resolve());
      socket.on('close', () => resolve());
      setTimeout(() => socket.destroy(), 60);
    });
  }
  expect((await server.api('HEAD', '/api/events')).status).toBe(200);
  expect((await server.api('GET', '/api/tasks')).json.total).toBe(10);
  await expect.poll(async () => (await server.control('GET', '/stream')).json.open).toBe(0);
});
