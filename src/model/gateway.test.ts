import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { type ModelCall, modelCallSchema, type SpendCap } from '../schema/index.ts';
import { openGateway } from './gateway.ts';
import { findProvider, type ProviderName } from './provider.ts';
import { rateGate } from './rate-gate.ts';
import type { Script } from './rehearsal/script.ts';
import { startRehearsal } from './rehearsal/server.ts';
import { spendMeter } from './spend-meter.ts';

const KEY = 'sk-planted-key';
const keys = { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY, GEMINI_API_KEY: KEY };
const prices = [{ asOf: '2026-01-01', models: { 'priced-1': { input: 2, cached: 1, output: 10 } } }];
const SCRIPT: Script = {
  rounds: [{ prompt: 'Mend it.', moves: [{ kind: 'shell', command: 'ls' }], lastWords: 'Mended.' }],
};

async function gatewayTo(url: string, options: { provider?: ProviderName; cap?: SpendCap; model?: string } = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'bugsweep-gateway-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const { provider = 'openai', cap = {}, model = 'priced-1' } = options;
  const urls = { OPENAI_BASE_URL: `${url}/v1`, ANTHROPIC_BASE_URL: url, GOOGLE_GEMINI_BASE_URL: `${url}/v1beta` };
  const meter = spendMeter(cap, { what: 'this trial' });
  const caps: string[] = [];
  const logPath = join(dir, 'model.jsonl');
  const gateway = await openGateway({
    ...{ provider: findProvider(provider, { ...keys, ...urls }), dir, logPath, meter, prices },
    ...{ model, owner: undefined, gate: rateGate(), onCap: (reason) => caps.push(reason) },
  });
  const ended = { closed: false };
  const close = async (): Promise<ModelCall[]> => {
    ended.closed = true;
    await gateway.close();
    const lines = readFileSync(logPath, 'utf8').trim().split('\n');
    // A call is logged when its answer has gone: one that is refused meanwhile comes before it.
    return lines.map((line) => modelCallSchema.parse(JSON.parse(line))).sort((a, b) => (a.at < b.at ? -1 : 1));
  };
  onTestFinished(async () => {
    if (!ended.closed) await gateway.close();
  });
  return { ...{ ask: asker(gateway.socketPath), gateway }, meter, caps, close, logPath };
}

interface Heard {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Asks as an agent would, from its end of the hole. */
const asker =
  (socketPath: string) =>
  (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Heard> =>
    new Promise((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST';
      const call = request({ socketPath, path, method, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      call.on('error', reject);
      call.end(typeof body === 'string' ? body : JSON.stringify(body));
    });

async function rehearsal(script: Script = SCRIPT): Promise<string> {
  const server = await startRehearsal(script);
  onTestFinished(() => server.close());
  return server.url;
}

const inResponses = {
  model: 'priced-1',
  stream: true,
  input: 'Mend it.',
  tools: [{ type: 'function', name: 'exec_command' }],
};
const inChat = {
  ...{ model: 'priced-1', messages: [{ role: 'user', content: 'Mend it.' }] },
  tools: [{ type: 'function', function: { name: 'bash' } }],
};
const inMessages = { model: 'priced-1', messages: [{ role: 'user', content: 'Mend it.' }], tools: [{ name: 'Bash' }] };
const inGemini = {
  contents: [{ role: 'user', parts: [{ text: 'Mend it.' }] }],
  tools: [{ functionDeclarations: [{ name: 'run_shell_command' }] }],
};

test.each<[string, ProviderName, string, object, string]>([
  ['Responses', 'openai', '/v1/responses', inResponses, 'response.completed'],
  ['Responses, no stream', 'openai', '/v1/responses', { ...inResponses, stream: false }, '"function_call"'],
  ['Chat Completions', 'openai', '/v1/chat/completions', { ...inChat, stream: true }, '[DONE]'],
  ['Chat Completions, no stream', 'openai', '/v1/chat/completions', inChat, '"tool_calls"'],
  ['Messages', 'anthropic', '/v1/messages?beta=true', { ...inMessages, stream: true }, 'message_stop'],
  ['Messages, no stream', 'anthropic', '/v1/messages', inMessages, '"tool_use"'],
  ['Gemini', 'google', '/v1beta/models/priced-1:streamGenerateContent?alt=sse', inGemini, 'functionCall'],
  ['Gemini, no stream', 'google', '/v1beta/models/priced-1:generateContent', inGemini, 'functionCall'],
])('%s: the model is reached, and what it took is counted', async (_, provider, path, body, sign) => {
  const { ask, meter, close } = await gatewayTo(await rehearsal(), { provider });
  const heard = await ask(path, body);
  expect(heard.status).toBe(200);
  expect(heard.text).toContain(sign);
  const [call, ...more] = await close();
  expect(more).toEqual([]);
  expect(call).toMatchObject({ status: 200, refusal: null, model: 'priced-1', cut: false });
  // Four characters a token, as the rehearsal counts; 2 and 10 dollars a million.
  const isStreamedChat = path.includes('chat') && 'stream' in body;
  const sent = isStreamedChat ? { ...body, stream_options: { include_usage: true } } : body;
  const input = Math.ceil(JSON.stringify(sent).length / 4);
  expect(call?.usage).toMatchObject({ inputTokens: input, cachedTokens: 0 });
  const output = call?.usage?.outputTokens ?? 0;
  expect(output).toBeGreaterThan(0);
  expect(call?.costUsd).toBeCloseTo((2 * input + 10 * output) / 1e6, 12);
  expect(meter.spent()).toMatchObject({ calls: 1, uncounted: 0, usage: call?.usage, costUsd: call?.costUsd });
});

test('the key is added outside; what the client says of keys, cookies and addresses goes no further', async () => {
  const seen: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const provider = createServer((incoming, outgoing) => {
    seen.push({ url: incoming.url, headers: incoming.headers });
    outgoing.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'a=b', 'x-request-id': 'r1' });
    outgoing.end('{}');
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void provider.close());
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  for (const [name, header] of [
    ['openai', 'authorization'],
    ['anthropic', 'x-api-key'],
    ['google', 'x-goog-api-key'],
  ] as const) {
    const { ask, close, logPath } = await gatewayTo(url, { provider: name, model: 'm' });
    const path = { openai: '/v1/responses', anthropic: '/v1/messages', google: '/v1beta/models/m:generateContent' };
    const own = { authorization: 'Bearer agent', 'x-api-key': 'agent', 'x-goog-api-key': 'agent', cookie: 'agent=1' };
    const heard = await ask(`${path[name]}?key=agent`, { model: 'm' }, { ...own, host: 'evil.example', via: 'agent' });
    const [last] = seen.splice(0);
    expect(last?.headers[header]).toContain(KEY);
    expect(JSON.stringify(last)).not.toMatch(/agent|evil/);
    expect(heard.headers).toMatchObject({ 'x-request-id': 'r1' });
    expect(heard.headers['set-cookie']).toBeUndefined();
    await close();
    expect(readFileSync(logPath, 'utf8') + heard.text).not.toContain(KEY);
  }
});

test.each([
  ['another path', '/v1/files', { x: 1 }],
  ['a path that climbs', '/v1/responses/../files', { x: 1 }],
  ['a path that climbs, encoded', '/v1/responses/%2e%2e/files', { x: 1 }],
  ['another host', 'http://evil.example/v1/files', undefined],
  ['no address at all', 'http://[', undefined],
])('refuses at once: %s', async (_, path, body) => {
  const { ask, close } = await gatewayTo('http://127.0.0.1:9');
  const heard = await ask(path, body);
  expect(heard.status).toBe(403);
  expect(heard.text).toContain('only the model of openai can be reached');
  expect(await close()).toMatchObject([{ refusal: 'not-allowed', status: 403, usage: null }]);
});

test.each([
  ['another model', { ...inResponses, model: 'priced-2' }, 403, 'only the model priced-1 can be asked'],
  ['no model', { input: 'Mend it.' }, 403, 'only the model priced-1 can be asked'],
  ['a search', { ...inResponses, tools: [{ type: 'web_search' }] }, 403, 'for this from here: the tool web_search'],
  ['no JSON', '{"model":', 400, 'no JSON object'],
  ['a list', '[]', 400, 'no JSON object'],
])('refuses at once, without asking the provider: %s', async (_, body, status, words) => {
  const { ask, close, meter } = await gatewayTo('http://127.0.0.1:9');
  const heard = await ask('/v1/responses', body);
  expect([heard.status, heard.text]).toEqual([status, expect.stringContaining(words)]);
  expect(await close()).toMatchObject([{ refusal: 'not-allowed', status }]);
  expect(meter.spent().calls).toBe(0);
});

test('what is sent on is what was looked at, and only known words stand behind the path', async () => {
  const seen: string[] = [];
  const provider = createServer(async (incoming, outgoing) => {
    seen.push(`${incoming.url} ${await text(incoming)}`);
    outgoing.end('{}');
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void provider.close());
  const { ask } = await gatewayTo(`http://127.0.0.1:${(provider.address() as AddressInfo).port}`);
  // Of two equal names one reader takes the first and another one the last.
  const twice = '{"model":"priced-1","tools":[{"type":"web_search"}],"tools":[]}';
  await ask('/v1/responses?beta=true&include=x&alt=media', twice);
  expect(seen).toEqual(['/v1/responses?beta=true {"model":"priced-1","tools":[]}']);
});

test('the calls of a round that is over are cut and counted, and the next ones are answered', async () => {
  const fault = { kind: 'silent', times: 1 } as const;
  const { ask, gateway, meter } = await gatewayTo(await rehearsal({ ...SCRIPT, fault }));
  const asked = ask('/v1/responses', inResponses).catch(() => 'cut');
  expect((await ask('/v1/models')).status).toBe(200);
  expect(gateway.standing()).toMatchObject({ asked: 1, answered: 0 });
  await gateway.cut();
  expect(await asked).toBe('cut');
  expect(meter.spent()).toMatchObject({ calls: 1, uncounted: 1 });
  expect((await ask('/v1/responses', inResponses)).status).toBe(200);
  expect(gateway.standing()).toMatchObject({ asked: 2, answered: 1 });
});

test('an agent asks eight things at once, and the others wait', async () => {
  const fault = { kind: 'silent', times: 20 } as const;
  const { ask, gateway, close } = await gatewayTo(await rehearsal({ ...SCRIPT, fault }));
  const all = Array.from({ length: 12 }, () => ask('/v1/responses', inResponses).catch(() => 'cut'));
  await expect.poll(() => gateway.standing().asked).toBe(8);
  await close();
  expect(new Set(await Promise.all(all))).toEqual(new Set(['cut']));
  expect(gateway.standing().asked).toBe(8);
});

test.each<[string, SpendCap, RegExp]>([
  ['dollars', { costUsd: 0.00001 }, /has spent \$0\.00 of/],
  ['tokens', { tokens: 10 }, /has used \d+ of 10 tokens/],
])('a cap in %s: the call that goes over is told once, the next is refused', async (_, cap, reason) => {
  const { ask, caps, close } = await gatewayTo(await rehearsal(), { cap });
  expect((await ask('/v1/responses', inResponses)).status).toBe(200);
  const refused = await ask('/v1/responses', inResponses);
  expect(refused.status).toBe(402);
  expect(refused.text).toMatch(reason);
  const calls = await close();
  expect(calls.map(({ refusal }) => refusal)).toEqual([null, 'spend-cap']);
  expect(caps).toHaveLength(1);
});

test('a model without a known price has an unknown cost, and its tokens count', async () => {
  const { ask, meter, close } = await gatewayTo(await rehearsal(), { model: 'new-9' });
  await ask('/v1/responses', { ...inResponses, model: 'new-9' });
  expect(await close()).toMatchObject([{ model: 'new-9', costUsd: null }]);
  expect(meter.spent()).toMatchObject({ costUsd: null, calls: 1, uncounted: 0 });
});

test('a provider that asks to wait is waited for, by every call', async () => {
  const fault = { kind: 'refuse', status: 429, retryAfterSeconds: 1, times: 1 } as const;
  const { ask, close } = await gatewayTo(await rehearsal({ ...SCRIPT, fault }));
  const refused = await ask('/v1/responses', inResponses);
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  expect((await ask('/v1/responses', inResponses)).status).toBe(200);
  const [first, second] = await close();
  expect(first).toMatchObject({ status: 429, usage: null, costUsd: null });
  expect(second?.firstByteMs).toBeGreaterThanOrEqual(900);
});

test('an answer that is cut off, or is none, costs what is unknown', async () => {
  for (const fault of [
    { kind: 'cut', times: 1 },
    { kind: 'garbage', times: 1, bytes: 5 << 20 },
  ] as const) {
    const { ask, meter, close } = await gatewayTo(await rehearsal({ ...SCRIPT, fault }));
    const asked = ask('/v1/responses', inResponses);
    if (fault.kind === 'cut') await expect(asked).rejects.toThrow();
    else expect((await asked).text.length).toBeGreaterThan(5 << 20);
    expect(await close()).toMatchObject([{ status: 200, cut: fault.kind === 'cut', usage: null, costUsd: null }]);
    expect(meter.spent()).toMatchObject({ calls: 1, uncounted: 1, costUsd: null });
  }
});

test('an endpoint that is down is said to be', async () => {
  const { ask, close } = await gatewayTo('http://127.0.0.1:9');
  const heard = await ask('/v1/responses', inResponses);
  expect(heard.status).toBe(502);
  expect(heard.text).toContain("the model's endpoint did not answer");
  expect(await close()).toMatchObject([{ refusal: 'unreachable', status: 502 }]);
});

test('closing ends what is going on', async () => {
  const fault = { kind: 'silent', times: 1 } as const;
  const { ask, close } = await gatewayTo(await rehearsal({ ...SCRIPT, fault }));
  const asked = ask('/v1/responses', inResponses).catch(() => 'cut');
  // The harmless one goes by; by then the silent one is with the provider.
  expect((await ask('/v1/models')).status).toBe(200);
  const calls = await close();
  expect(await asked).toBe('cut');
  expect(calls.find(({ path }) => path === '/v1/responses')).toMatchObject({ cut: true, usage: null });
});

test('a request that is too large is refused', async () => {
  const { ask, close } = await gatewayTo('http://127.0.0.1:9');
  const asked = ask('/v1/responses', 'x'.repeat((32 << 20) + 1));
  expect(await asked.then(({ status }) => status).catch(() => 'closed')).toSatisfy((end) =>
    [413, 'closed'].includes(end),
  );
  expect(await close()).toMatchObject([{ refusal: 'too-large', status: 413 }]);
});
