import { z } from 'zod';
import type { Protocol } from './protocol.ts';

const count = z.int().nonnegative().nullish().catch(null);
const usageShape = z.object({
  input_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  // Every count of an answer has it; without it this is something else.
  output_tokens: z.int().nonnegative(),
});
const pieceShape = z.union([
  z.object({ message: z.object({ usage: usageShape }) }).transform(({ message }) => message.usage),
  z.object({ usage: usageShape }).transform(({ usage }) => usage),
]);
const named = z.object({ model: z.string() });

/** Anthropic's Messages. It counts the cached parts of the input beside the rest of it; here they are part of it. */
export const messages: Protocol = {
  name: 'messages',
  isCall: (method, path) => method === 'POST' && path === '/v1/messages',
  isHarmless: (method, path) =>
    (method === 'POST' && path === '/v1/messages/count_tokens') ||
    (method === 'GET' && /^\/v1\/models(\/[\w.:-]+)?$/.test(path)),
  modelOf: (_path, body) => named.safeParse(body).data?.model,
  usageAfter(before, piece) {
    const usage = pieceShape.safeParse(piece).data;
    if (usage === undefined) return before;
    const cached = usage.cache_read_input_tokens ?? before?.cachedTokens ?? 0;
    const written = usage.cache_creation_input_tokens ?? before?.cacheWriteTokens ?? 0;
    const rest = before === undefined ? 0 : before.inputTokens - before.cachedTokens - before.cacheWriteTokens;
    return {
      inputTokens: (usage.input_tokens ?? rest) + cached + written,
      cachedTokens: cached,
      cacheWriteTokens: written,
      outputTokens: usage.output_tokens,
      reasoningTokens: 0,
    };
  },
};
