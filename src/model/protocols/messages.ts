import { z } from 'zod';
import type { Protocol } from './protocol.ts';
import { findInside, firstSet, foreignTool, isObject, isUsualTier, typeOf } from './reach.ts';

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

/** Tools without a type, and the provider's own wording of tools that the client runs. */
const OWN_TOOL = /^(custom|(bash|text_editor|computer|memory|tool_search_tool)_\w+)?$/;

/** Anthropic's Messages. It counts the cached parts of the input beside the rest of it; here they are part of it. */
export const messages: Protocol = {
  name: 'messages',
  isCall: (method, path) => method === 'POST' && path === '/v1/messages',
  isHarmless: (method, path) =>
    (method === 'POST' && path === '/v1/messages/count_tokens') ||
    (method === 'GET' && /^\/v1\/models(\/[\w.:-]+)?$/.test(path)),
  modelOf: (_path, body) => named.safeParse(body).data?.model,
  reachOf: (body) =>
    firstSet(body, ['mcp_servers', 'container']) ??
    foreignTool(body.tools, (tool) => OWN_TOOL.test(typeOf(tool))) ??
    findInside(
      [body.messages, body.system],
      ({ type, source, file_id }) => {
        if (type === 'container_upload' || typeof file_id === 'string') return 'a file of the account';
        if (!isObject(source) || typeof source.type !== 'string') return undefined;
        return ['base64', 'text', 'content'].includes(source.type) ? undefined : 'a file at an address';
      },
      ['input'],
    ),
  isSurcharged: (body) =>
    !isUsualTier(body.service_tier) ||
    firstSet(body, ['speed', 'inference_geo']) !== undefined ||
    findInside([body.messages, body.system, body.tools], ({ ttl }) => (ttl === '1h' ? ttl : undefined), ['input']) !==
      undefined,
  sent: (body) => body,
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
  isFinal: (piece) => isObject(piece) && isObject(piece.delta) && typeof piece.delta.stop_reason === 'string',
};
