import { describe, expect, test } from 'vitest';
import { priceListSchema, type Usage } from '../schema/index.ts';
import { chargeOf, charsOf } from './charge.ts';
import { costOf, listPrices, priceOf } from './prices.ts';
import { gemini } from './protocols/gemini.ts';
import { messages } from './protocols/messages.ts';
import { chat, responses } from './protocols/openai.ts';
import { findProvider } from './provider.ts';
import { readAnswer } from './read-answer.ts';
import { spendMeter } from './spend-meter.ts';

const usage = (
  inputTokens: number,
  cachedTokens: number,
  cacheWriteTokens: number,
  outputTokens: number,
  reasoningTokens = 0,
) => ({
  ...{ inputTokens, cachedTokens, cacheWriteTokens, outputTokens, reasoningTokens },
});

describe('what an answer took', () => {
  test.each([
    [
      'Responses',
      responses,
      [
        { type: 'response.created', response: { status: 'in_progress', usage: null } },
        {
          type: 'response.completed',
          response: {
            usage: {
              ...{ input_tokens: 100, input_tokens_details: { cached_tokens: 60 } },
              ...{ output_tokens: 20, output_tokens_details: { reasoning_tokens: 5 } },
            },
          },
        },
      ],
      usage(100, 60, 0, 20, 5),
    ],
    [
      'Chat Completions, without details',
      chat,
      [{ choices: [{ delta: {} }] }, { choices: [], usage: { prompt_tokens: 9, completion_tokens: 3 } }],
      usage(9, 0, 0, 3),
    ],
    [
      'Messages: the cache beside the input, and totals that replace each other',
      messages,
      [
        {
          type: 'message_start',
          message: {
            usage: {
              ...{ input_tokens: 10, cache_read_input_tokens: 50, cache_creation_input_tokens: 40, output_tokens: 1 },
            },
          },
        },
        { type: 'message_delta', delta: {}, usage: { output_tokens: 7 } },
        { type: 'message_delta', delta: {}, usage: { output_tokens: 12 } },
      ],
      usage(100, 50, 40, 12),
    ],
    [
      'Gemini: thoughts beside the answer',
      gemini,
      [
        { usageMetadata: { promptTokenCount: 30, totalTokenCount: 30 } },
        {
          usageMetadata: {
            ...{ promptTokenCount: 30, cachedContentTokenCount: 8, candidatesTokenCount: 4, thoughtsTokenCount: 6 },
          },
        },
      ],
      usage(30, 8, 0, 10, 6),
    ],
  ])('%s', (_, protocol, pieces, expected) => {
    const stream = readAnswer(protocol, 'text/event-stream; charset=utf-8');
    const bytes = Buffer.from(
      pieces.map((piece) => `data: ${JSON.stringify({ ...piece, word: 'grün' })}\n\n`).join(''),
    );
    // However the network cuts it, in the middle of a character too.
    for (let at = 0; at < bytes.length; at += 7) stream.take(bytes.subarray(at, at + 7));
    expect(stream.usage(false)).toEqual(expected);
    const silent = readAnswer(protocol, 'text/event-stream');
    silent.take(Buffer.from('data: [DONE]\n\ndata: {"usage": {"input_tokens": -1}}\n\n: a comment\n\ndata: 7\n\n'));
    expect(silent.usage(false)).toBeUndefined();
  });

  test('is known of an answer that was cut only where its last count had come', () => {
    const first = { type: 'message_start', message: { usage: { input_tokens: 10, output_tokens: 1 } } };
    const last = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } };
    const reader = readAnswer(messages, 'text/event-stream');
    reader.take(Buffer.from(`data: ${JSON.stringify(first)}\n\n`));
    expect(reader.usage(true)).toBeUndefined();
    reader.take(Buffer.from(`data: ${JSON.stringify(last)}\n\n`));
    expect(reader.usage(true)).toEqual(usage(10, 0, 0, 7));
    const body = readAnswer(messages, 'application/json');
    body.take(Buffer.from('{"usage":{"input_tokens":1,"output_tokens":1}}'));
    expect(body.usage(true)).toBeUndefined();
  });

  test('a whole body, a list of pieces, and no JSON at all', () => {
    const read = (body: string) => {
      const reader = readAnswer(gemini, 'application/json');
      reader.take(Buffer.from(body));
      return reader.usage(false);
    };
    expect(read('{"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":2}}')).toEqual(usage(3, 0, 0, 2));
    expect(read('[{"usageMetadata":{"promptTokenCount":3}},{"usageMetadata":{"candidatesTokenCount":2}}]')).toEqual(
      usage(3, 0, 0, 2),
    );
    expect(read('<html>busy</html>')).toBeUndefined();
  });
});

describe('prices', () => {
  test('the cached part is charged as such, and only once', () => {
    const price = { input: 10, cached: 1, cacheWrite: 12, output: 50 };
    expect(costOf(usage(1_000_000, 600_000, 100_000, 200_000), price)).toBeCloseTo(3 + 0.6 + 1.2 + 10, 9);
    expect(costOf(usage(1_000_000, 0, 1_000_000, 0), { input: 10, cached: 1, output: 0 })).toBe(10);
  });

  test('a name may carry its provider and its day; a similar name has no price', () => {
    expect(priceListSchema.parse(listPrices)).toEqual(listPrices);
    expect(priceOf('anthropic/claude-sonnet-4-5-20250929', [listPrices])?.input).toBe(3);
    expect(priceOf('gpt-5-2025-08-07', [listPrices])?.output).toBe(10);
    for (const unknown of ['gpt-5-codex', 'gpt-5.9', 'claude-sonnet', 'constructor', '']) {
      expect(priceOf(unknown, [listPrices]), unknown).toBeUndefined();
    }
    const own = { asOf: '2026-11-01', models: { 'gpt-5': { input: 7, cached: 7, output: 7 } } };
    expect(priceOf('gpt-5', [own, listPrices])?.input).toBe(7);
  });
});

const FACTS = { usage: undefined, price: undefined, surcharged: false, body: {}, responseBytes: 0 };

describe('what is held against a cap', () => {
  const price = { input: 10, cached: 1, output: 50, maxInput: 1_000 };

  test('is what was counted, as long as its price is known', () => {
    const known = chargeOf({ ...FACTS, usage: usage(1_000, 0, 0, 10), price });
    expect(known).toMatchObject({ costUsd: 0.0105, held: { tokens: 1_010, costUsd: 0.0105 } });
    const long = chargeOf({ ...FACTS, usage: usage(1_001, 0, 0, 0), price });
    expect(long).toMatchObject({ costUsd: null, held: { costUsd: 0.02002 } });
    expect(chargeOf({ ...FACTS, usage: usage(1, 0, 0, 0), price, surcharged: true }).costUsd).toBeNull();
  });

  test('is estimated where nobody counted, so that calls that are cut off do not go for nothing', () => {
    const body = { input: 'x'.repeat(4_000 - 12), image: 'A'.repeat(1 << 20) };
    const charge = chargeOf({ ...FACTS, price, body: { input: body.input }, responseBytes: 160 });
    expect(charge).toMatchObject({ usage: null, costUsd: null, held: { tokens: 1_010 } });
    expect(charsOf(body)).toBeLessThan(4_100);
    const meter = spendMeter({ costUsd: 0.01 }, { what: 'this trial' });
    meter.add(charge);
    expect(meter.reached()).toBe('this trial has spent $0.01 of $0.01');
    expect(meter.spent()).toMatchObject({ uncounted: 1, costUsd: null, usage: { inputTokens: 0 } });
  });
});

test('a trial that may go on stops when the run may not', () => {
  const run = spendMeter({ tokens: 100 }, { what: 'the run' });
  const [first, second] = ['one', 'two'].map((what) => spendMeter({ tokens: 80 }, { what, parent: run }));
  const add = (meter: typeof first, counted: Usage) => meter?.add(chargeOf({ ...FACTS, usage: counted }));
  add(first, usage(40, 0, 0, 20));
  expect([first?.reached(), second?.reached()]).toEqual([undefined, undefined]);
  add(second, usage(40, 0, 0, 0));
  expect(second?.reached()).toBe('the run has used 100 of 100 tokens');
  expect(run.spent()).toMatchObject({ calls: 2, costUsd: null, usage: { inputTokens: 80, outputTokens: 20 } });
});

describe('a provider', () => {
  test('is reached where the user says, however the address ends', () => {
    for (const url of ['https://models.example/v1', 'https://models.example/', 'https://models.example']) {
      const provider = findProvider('openai', { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url });
      expect(provider.baseUrl).toBe('https://models.example');
    }
    expect(findProvider('google', { GOOGLE_API_KEY: 'k' }).baseUrl).toContain('googleapis.com');
  });

  test('without a key, or with an address that is none, says what to set', () => {
    expect(() => findProvider('anthropic', { ANTHROPIC_API_KEY: '' })).toThrow('ANTHROPIC_API_KEY is not set');
    for (const url of ['models.example', 'ftp://models.example', 'https://me:pw@models.example']) {
      const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url };
      expect(() => findProvider('openai', env), url).toThrow(expect.objectContaining({ code: 'bad-endpoint' }));
    }
  });
});
