import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { simulateReadableStream } from 'ai';
import { expect, test } from 'vitest';
import { wholeAnswers } from './whole-answers.ts';

const FINISH: LanguageModelV3StreamPart = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: {
    inputTokens: { total: 5, noCache: 5, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 2, text: 2, reasoning: 0 },
  },
};

async function answerOf(parts: LanguageModelV3StreamPart[]) {
  const told: unknown[] = [];
  const stream = simulateReadableStream({ chunks: parts, initialDelayInMs: null, chunkDelayInMs: null });
  const ask = wholeAnswers((answer) => void told.push(answer)).wrapGenerate;
  const unused = () => Promise.reject(new Error('not asked'));
  // The middleware looks at nothing but the stream.
  const rest = { params: { prompt: [] }, model: undefined as never };
  const answer = await ask?.({ doStream: async () => ({ stream }), doGenerate: unused, ...rest });
  return { answer, told };
}

test('a stream becomes one answer, and what a provider wants to see again is kept', async () => {
  const call = { type: 'tool-call', toolCallId: 'c', toolName: 'bash', input: '{}' } as const;
  const { answer, told } = await answerOf([
    { type: 'stream-start', warnings: [] },
    { type: 'reasoning-start', id: '0', providerMetadata: { p: { item: 'r1' } } },
    { type: 'text-start', id: '0' },
    { type: 'reasoning-delta', id: '0', delta: 'Hm' },
    { type: 'text-delta', id: '0', delta: 'I ' },
    { type: 'reasoning-end', id: '0', providerMetadata: { p: { item: 'r1', sealed: 'x' } } },
    { type: 'text-delta', id: '0', delta: 'look.' },
    { type: 'text-end', id: '0' },
    call,
    FINISH,
  ]);
  expect(answer?.content).toEqual([
    { type: 'reasoning', text: 'Hm', providerMetadata: { p: { item: 'r1', sealed: 'x' } } },
    { type: 'text', text: 'I look.' },
    call,
  ]);
  expect(told).toEqual([answer]);
});

test.each([
  ['breaks off', [], true],
  [
    'is overloaded',
    [{ type: 'error', error: { type: 'error', error: { type: 'overloaded_error', message: 'm' } } }],
    true,
  ],
  ['is too long', [{ type: 'error', error: { code: 'context_length_exceeded', message: 'm' } }], false],
  ['loses its connection', [{ type: 'error', error: new TypeError('terminated') }], true],
] as const)('an answer that %s is no answer', async (_, parts, isRetryable) => {
  await expect(answerOf([{ type: 'stream-start', warnings: [] }, ...parts])).rejects.toMatchObject({ isRetryable });
});
