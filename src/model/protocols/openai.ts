import { z } from 'zod';
import type { Usage } from '../../schema/index.ts';
import type { Protocol } from './protocol.ts';

const count = z.int().nonnegative().nullish().catch(null);
const named = z.object({ model: z.string() });
const isModelList = (method: string, path: string) => method === 'GET' && /^\/v1\/models(\/[\w.:-]+)?$/.test(path);
const modelInBody = (_path: string, body: unknown) => named.safeParse(body).data?.model;

const responsesUsage = z.object({
  input_tokens: z.int().nonnegative(),
  input_tokens_details: z.object({ cached_tokens: count }).nullish(),
  output_tokens: z.int().nonnegative(),
  output_tokens_details: z.object({ reasoning_tokens: count }).nullish(),
});
const responsesPiece = z.union([
  z.object({ response: z.object({ usage: responsesUsage }) }).transform(({ response }) => response.usage),
  z.object({ usage: responsesUsage }).transform(({ usage }) => usage),
]);

/** OpenAI's Responses: what codex speaks. */
export const responses: Protocol = {
  name: 'responses',
  isCall: (method, path) => method === 'POST' && /^\/v1\/responses(\/compact)?$/.test(path),
  isHarmless: isModelList,
  modelOf: modelInBody,
  usageAfter(before, piece) {
    const usage = responsesPiece.safeParse(piece).data;
    if (usage === undefined) return before;
    return {
      inputTokens: usage.input_tokens,
      cachedTokens: usage.input_tokens_details?.cached_tokens ?? 0,
      cacheWriteTokens: 0,
      outputTokens: usage.output_tokens,
      reasoningTokens: usage.output_tokens_details?.reasoning_tokens ?? 0,
    };
  },
};

const chatPiece = z.object({
  usage: z.object({
    prompt_tokens: z.int().nonnegative(),
    completion_tokens: z.int().nonnegative(),
    prompt_tokens_details: z.object({ cached_tokens: count }).nullish(),
    completion_tokens_details: z.object({ reasoning_tokens: count }).nullish(),
  }),
});

/** Chat Completions: OpenAI's older protocol, which most other endpoints speak too. */
export const chat: Protocol = {
  name: 'chat',
  isCall: (method, path) => method === 'POST' && path === '/v1/chat/completions',
  isHarmless: isModelList,
  modelOf: modelInBody,
  usageAfter(before, piece): Usage | undefined {
    const usage = chatPiece.safeParse(piece).data?.usage;
    if (usage === undefined) return before;
    return {
      inputTokens: usage.prompt_tokens,
      cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
      cacheWriteTokens: 0,
      outputTokens: usage.completion_tokens,
      reasoningTokens: usage.completion_tokens_details?.reasoning_tokens ?? 0,
    };
  },
};
