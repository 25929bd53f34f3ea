import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot, runProcess } from '../host/index.ts';

interface Answer {
  status?: number;
  type?: string;
  body?: string;
  location?: string;
}

/** Serves what `answers` says of a path, the nth time that it is asked for, and asks the probe whether it is ready. */
async function probe(answers: (path: string, time: number) => Answer, options: object = {}) {
  const asked = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const time = (asked.get(path) ?? 0) + 1;
    asked.set(path, time);
    const { status = 200, type = 'text/html', body = 'x', location } = answers(path, time);
    response.writeHead(status, { 'content-type': type, ...(location === undefined ? {} : { location }) }).end(body);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const question = JSON.stringify({ url, timeoutMs: 2_000, crawl: false, whole: true, ...options });
  const { stdout } = await runProcess([process.execPath, join(packageRoot, 'runtime/probe.mjs'), question], {
    timeoutMs: 60_000,
  });
  return { ...(JSON.parse(`${stdout}`) as { ready: boolean; last: string }), asked };
}

const PAGE = '<script src="/a.js"></script><link href=/a.css rel=stylesheet><script src="http://x.test/b.js"></script>';

test('a page is whole when its scripts and style sheets are there; what others serve is not asked for', async () => {
  const { ready, asked } = await probe((path, time) =>
    path === '/' ? { body: PAGE } : { status: time < 3 ? 503 : 200, type: 'text/javascript' },
  );
  expect({ ready, script: asked.get('/a.js') }).toMatchObject({ ready: true, script: expect.any(Number) });
  expect(asked.get('/a.js')).toBeGreaterThanOrEqual(3);
  expect(asked.get('/a.css')).toBeGreaterThanOrEqual(3);
});

test('redirects inside the product lead to its page, and no further than that', async () => {
  const inside = await probe((path) => (path === '/' ? { status: 302, location: '/in?x=1' } : { body: 'in' }));
  expect(inside).toMatchObject({ ready: true });
  const outside = await probe(() => ({ status: 302, location: 'http://x.test/' }));
  expect(outside).toMatchObject({ ready: false, last: 'status 302' });
  const round = await probe((path) => ({ status: 302, location: `${path}x` }));
  expect(round).toMatchObject({ ready: false, last: 'status 302' });
});

test.each([
  ['an error', { status: 500 }, 'status 500'],
  ['nothing', { body: ' ' }, 'the page is empty'],
  ['no page', { type: 'text/plain', body: 'building' }, 'it answers with text/plain, not with a page'],
])('%s is no product that is ready', async (_, answer, last) => {
  expect(await probe(() => answer)).toMatchObject({ ready: false, last });
});

test('a script that is not there yet is named; one that is never there is the product’s own fault', async () => {
  const answers = (path: string) => (path === '/' ? { body: PAGE } : { status: 404 });
  expect(await probe(answers)).toMatchObject({ ready: false, last: '/a.js: status 404' });
  expect(await probe(answers, { timeoutMs: 20_000, missingMs: 500 })).toMatchObject({ ready: true });
  expect(await probe((path) => (path === '/' ? { body: PAGE } : { status: 502 }), { missingMs: 500 })).toMatchObject({
    ready: false,
  });
});
