import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { languageModel } from '../../language-model/index.ts';
import { startRehearsal } from '../../model/index.ts';
import { sdkProviders } from '../../schema/index.ts';
import type { MiniEvent } from '../cli/mini-protocol.ts';
import { openConversation } from './conversation-file.ts';
import { playRound } from './play-round.ts';
import { startServers } from './server-tools.ts';

/** One white pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4////fwAJ+wP9KobjigAAAABJRU5ErkJggg==';

/** A server of tools, as a program: `look` returns a long text and an image, `fail` an error. */
const SERVER = `
const { createInterface } = require('node:readline');
const tools = ['look', 'fail'].map((name) => ({ name, description: name, inputSchema: { type: 'object', properties: {} } }));
const called = {
  look: { content: [{ type: 'text', text: 'A page. ' + 'x'.repeat(200000) }, { type: 'image', mimeType: 'image/png', data: '${PIXEL}' }] },
  fail: { isError: true, content: [{ type: 'text', text: 'no page is open' }] },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const results = {
    initialize: () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: process.env.OWN, version: '1' } }),
    'tools/list': () => ({ tools }),
    'tools/call': () => called[params.name],
  };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method]() }));
});
`;

const pages = { name: 'pages', command: ['node', '-e', SERVER], env: { OWN: 'pages' } };

/** Passes requests on and keeps what they said. */
async function listening(url: string): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    bodies.push(body);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}${request.url}`, { method: 'POST', body, headers });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

test.each(sdkProviders)('%s: what tools of a server return, an image too, reaches the model', async (provider) => {
  const dir = mkdtempSync(join(tmpdir(), 'bugsweep-mini-'));
  const { tools, close } = await startServers([pages]);
  const call = (tool: string) => ({ kind: 'server-tool' as const, server: 'pages', tool, arguments: {} });
  const rounds = [{ prompt: 'Look.', moves: [call('look'), call('fail')], lastWords: 'Seen.' }];
  const rehearsal = await startRehearsal({ rounds });
  onTestFinished(async () => {
    await Promise.all([close(), rehearsal.close()]);
    rmSync(dir, { recursive: true });
  });
  const { url, bodies } = await listening(rehearsal.url);
  const events: MiniEvent[] = [];
  const finished = await playRound({
    ...{ model: languageModel(provider, 'rehearsal', url), provider, tools, system: 'You look.', prompt: 'Look.' },
    conversation: openConversation(dir, 'session-1', { resumed: false }),
    tell: (event) => void events.push(event),
  });
  expect(finished, JSON.stringify(events).slice(0, 2_000)).toBe(true);
  const results = events.flatMap((event) => (event.type === 'result' ? [event.output] : []));
  expect(results[0]).toMatch(/^A page\. x+\n\[… \d+ of 200008 bytes left out …\]\nx+\n\[image image\/png\]$/);
  expect(results[1]).toBe('no page is open');
  expect(bodies).toHaveLength(3);
  const [first = '', second = ''] = bodies;
  expect(first).toContain('mcp__pages__look');
  expect(second.split(PIXEL)).toHaveLength(2);
  expect(second.length).toBeLessThan(80_000);
  if (provider === 'openai-compatible') {
    expect(JSON.parse(second).messages.at(-1)).toMatchObject({
      ...{ role: 'user', content: [{ type: 'text' }, { image_url: { url: `data:image/png;base64,${PIXEL}` } }] },
    });
  }
  if (provider === 'anthropic') expect(second.match(/"cache_control"/g)).toHaveLength(1);
  if (provider === 'openai') expect(JSON.parse(second)).toMatchObject({ store: false });
});

test('a server that does not start is named', async () => {
  const absent = { name: 'absent', command: ['/no/such/program'], env: {} };
  await expect(startServers([pages, absent])).rejects.toThrow('the server of tools absent did not start');
  const dying = { name: 'dying', command: ['node', '-e', 'process.exit(3)'], env: {} };
  await expect(startServers([dying])).rejects.toThrow('the server of tools dying did not start');
});
