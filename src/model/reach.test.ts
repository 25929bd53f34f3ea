import { describe, expect, test } from 'vitest';
import { gemini } from './protocols/gemini.ts';
import { messages } from './protocols/messages.ts';
import { chat, responses } from './protocols/openai.ts';
import type { Protocol } from './protocols/protocol.ts';

const image = 'data:image/png;base64,AAAA';
const far = 'https://collector.example/a.png';

/** What coding agents send: their own tools, texts, pictures that they hold themselves. */
const usual: [string, Protocol, object][] = [
  ['Responses: text', responses, { input: 'Mend it.' }],
  [
    'Responses: tools and a picture',
    responses,
    {
      ...{ store: false, background: false, prompt: null, include: ['reasoning.encrypted_content'] },
      tools: [
        { type: 'function', name: 'exec_command' },
        { type: 'custom', name: 'apply_patch' },
        { type: 'namespace', name: 'mcp__browser', tools: [{ type: 'function', name: 'click' }] },
        { type: 'shell' },
      ],
      input: [
        { role: 'user', content: [{ type: 'input_image', image_url: image }] },
        { type: 'function_call', name: 'f', arguments: '{"image_url":"https://x.example"}' },
      ],
    },
  ],
  [
    'Chat',
    chat,
    {
      tools: [
        { type: 'function', function: { name: 'f', parameters: { properties: { file_id: { type: 'string' } } } } },
      ],
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: image } }] }],
    },
  ],
  [
    'Messages',
    messages,
    {
      tools: [
        { name: 'Bash', input_schema: {} },
        { type: 'bash_20250124', name: 'bash' },
        { type: 'custom', name: 'x' },
      ],
      mcp_servers: [],
      messages: [
        { role: 'user', content: [{ type: 'image', source: { type: 'base64', data: 'AAAA' } }] },
        { role: 'assistant', content: [{ type: 'tool_use', input: { source: { type: 'url', url: far } } }] },
      ],
    },
  ],
  [
    'Gemini',
    gemini,
    {
      tools: [{ functionDeclarations: [{ name: 'f' }] }],
      contents: [{ parts: [{ inlineData: { data: 'AAAA' } }, { functionCall: { args: { fileData: far } } }] }],
    },
  ],
];

/** Each would let the agent reach beyond its model. */
const reaching: [string, Protocol, object][] = [
  ['Responses: search', responses, { tools: [{ type: 'web_search' }] }],
  ['Responses: a server of tools', responses, { tools: [{ type: 'mcp', server_url: far }] }],
  ['Responses: code run elsewhere', responses, { tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] }],
  ['Responses: a shell elsewhere', responses, { tools: [{ type: 'shell', environment: { type: 'container_auto' } }] }],
  [
    'Responses: hidden in a namespace',
    responses,
    { tools: [{ type: 'namespace', tools: [{ type: 'web_search_preview' }] }] },
  ],
  [
    'Responses: tools that were found',
    responses,
    { input: [{ type: 'tool_search_output', tools: [{ type: 'mcp' }] }] },
  ],
  ['Responses: work after the answer', responses, { background: true }],
  ['Responses: a stored prompt', responses, { prompt: { id: 'pmpt_1' } }],
  ['Responses: a picture', responses, { input: [{ content: [{ type: 'input_image', image_url: far }] }] }],
  ['Responses: a picture from a tool', responses, { input: [{ output: [{ type: 'input_image', image_url: far }] }] }],
  ['Responses: a file', responses, { input: [{ content: [{ type: 'input_file', file_url: far }] }] }],
  [
    'Responses: a file of the account',
    responses,
    { input: [{ content: [{ type: 'input_file', file_id: 'file-1' }] }] },
  ],
  ['Chat: search', chat, { web_search_options: {} }],
  ['Chat: plug-ins', chat, { plugins: [{ id: 'web' }] }],
  ['Chat: other models', chat, { models: ['a', 'b'] }],
  ['Chat: a tool without a type', chat, { tools: [{ name: 'x' }] }],
  ['Chat: a picture', chat, { messages: [{ content: [{ type: 'image_url', image_url: { url: far } }] }] }],
  ['Chat: a file of the account', chat, { messages: [{ content: [{ type: 'file', file: { file_id: 'f' } }] }] }],
  ['Messages: search', messages, { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }],
  ['Messages: fetch', messages, { tools: [{ type: 'web_fetch_20250910', name: 'web_fetch' }] }],
  ['Messages: code run elsewhere', messages, { tools: [{ type: 'code_execution_20250825', name: 'c' }] }],
  ['Messages: servers of tools', messages, { mcp_servers: [{ url: far }] }],
  [
    'Messages: a picture',
    messages,
    { messages: [{ content: [{ type: 'image', source: { type: 'url', url: far } }] }] },
  ],
  [
    'Messages: a document in a result',
    messages,
    { messages: [{ content: [{ type: 'tool_result', content: [{ type: 'document', source: { type: 'url' } }] }] }] },
  ],
  ['Messages: a file of the account', messages, { system: [{ source: { type: 'file', file_id: 'f' } }] }],
  ['Gemini: search', gemini, { tools: [{ functionDeclarations: [] }, { googleSearch: {} }] }],
  ['Gemini: addresses', gemini, { tools: [{ urlContext: {} }] }],
  ['Gemini: code run elsewhere', gemini, { tools: [{ code_execution: {} }] }],
  ['Gemini: a file', gemini, { contents: [{ parts: [{ fileData: { fileUri: far } }] }] }],
  ['Gemini: a stored conversation', gemini, { cachedContent: 'cachedContents/1' }],
  ['Gemini: counting', gemini, { generateContentRequest: { contents: [{ parts: [{ file_data: { uri: far } }] }] } }],
  ['tools that are no list', chat, { tools: { type: 'function' } }],
];

describe('what a provider is asked for', () => {
  test.each(usual)('goes on: %s', (_, protocol, body) => {
    expect(protocol.reachOf(body as Record<string, unknown>)).toBeUndefined();
  });

  test.each(reaching)('stays here: %s', (_, protocol, body) => {
    expect(protocol.reachOf(body as Record<string, unknown>)).toEqual(expect.any(String));
  });

  test('may be nested as deep as it is long', () => {
    const deep = JSON.parse(`${'[{"content":'.repeat(100_000)}{"image_url":"${far}"}${'}]'.repeat(100_000)}`);
    expect(responses.reachOf({ input: deep })).toBe('a file at an address');
  });
});

test('other tiers are billed by other prices', () => {
  expect(responses.isSurcharged({ service_tier: 'auto' })).toBe(false);
  expect(responses.isSurcharged({ service_tier: 'priority' })).toBe(true);
  const cached = (ttl: string) => ({ system: [{ type: 'text', cache_control: { type: 'ephemeral', ttl } }] });
  expect(messages.isSurcharged(cached('5m'))).toBe(false);
  expect(messages.isSurcharged(cached('1h'))).toBe(true);
});

test('a stream is asked to say what it took', () => {
  expect(chat.sent({ stream: true, stream_options: { include_usage: false, other: 1 } })).toEqual({
    stream: true,
    stream_options: { include_usage: true, other: 1 },
  });
  expect(chat.sent({ stream: false })).toEqual({ stream: false });
});
