import { z } from 'zod';
import type { Usage } from '../../schema/index.ts';
import type { Body, Protocol } from './protocol.ts';
import { findInside, firstSet, foreignTool, isAddress, isObject, isUsualTier, typeOf } from './reach.ts';

const count = z.int().nonnegative().nullish().catch(null);
const named = z.object({ model: z.string() });
const isModelList = (method: string, path: string) => method === 'GET' && /^\/v1\/models(\/[\w.:-]+)?$/.test(path);
const modelInBody = (_path: string, body: Body) => named.safeParse(body).data?.model;

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

/** Tools that the client of Responses runs by itself. */
const OWN_TOOLS = ['function', 'custom', 'local_shell', 'apply_patch', 'computer', 'computer_use_preview'];

function isOwnInResponses(tool: Body): boolean {
  const type = typeOf(tool);
  // The provider runs a shell of its own where an environment is named.
  if (type === 'shell') return tool.environment === undefined || typeOf(tool.environment) === 'local';
  if (type === 'tool_search') return tool.execution === 'client';
  if (type === 'namespace') return foreignTool(tool.tools, isOwnInResponses) === undefined;
  return OWN_TOOLS.includes(type);
}

/** OpenAI's Responses: what codex speaks. */
export const responses: Protocol = {
  name: 'responses',
  isCall: (method, path) => method === 'POST' && /^\/v1\/responses(\/compact)?$/.test(path),
  isHarmless: isModelList,
  modelOf: modelInBody,
  reachOf: (body) =>
    firstSet(body, ['background', 'prompt', 'conversation', 'plugins', 'models']) ??
    foreignTool(body.tools, isOwnInResponses) ??
    findInside(body.input, (item) => {
      if (isAddress(item.image_url) || isAddress(item.file_url)) return 'a file at an address';
      if (typeof item.file_id === 'string') return 'a file of the account';
      // Tools that a search has found are passed back as a part of the conversation.
      return foreignTool(item.tools, isOwnInResponses);
    }),
  isSurcharged: ({ service_tier }) => !isUsualTier(service_tier),
  sent: (body) => body,
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
  isFinal: (piece) => responsesPiece.safeParse(piece).success,
};

const chatPiece = z.object({
  usage: z.object({
    prompt_tokens: z.int().nonnegative(),
    completion_tokens: z.int().nonnegative(),
    prompt_tokens_details: z.object({ cached_tokens: count }).nullish(),
    completion_tokens_details: z.object({ reasoning_tokens: count }).nullish(),
  }),
});

/** By these names providers of this protocol search, load or choose another model. */
const CHAT_REACH = [
  ...['web_search_options', 'plugins', 'models', 'route', 'search_parameters', 'enable_search', 'web_search'],
  ...['tool_resources', 'background'],
];

/** Chat Completions: OpenAI's older protocol, which most other endpoints speak too. */
export const chat: Protocol = {
  name: 'chat',
  isCall: (method, path) => method === 'POST' && path === '/v1/chat/completions',
  isHarmless: isModelList,
  modelOf: modelInBody,
  reachOf: (body) =>
    firstSet(body, CHAT_REACH) ??
    foreignTool(body.tools, (tool) => ['function', 'custom'].includes(typeOf(tool))) ??
    findInside(body.messages, (part) => {
      const url = isObject(part.image_url) ? part.image_url.url : part.image_url;
      if (isAddress(url) || isAddress(part.file_url)) return 'a file at an address';
      if (isObject(part.video_url) && isAddress(part.video_url.url)) return 'a file at an address';
      return typeof part.file_id === 'string' ? 'a file of the account' : undefined;
    }),
  isSurcharged: ({ service_tier }) => !isUsualTier(service_tier),
  sent: (body) =>
    body.stream === true
      ? {
          ...body,
          stream_options: { ...(isObject(body.stream_options) ? body.stream_options : {}), include_usage: true },
        }
      : body,
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
  // Some endpoints count in every piece; the last one alone holds no choice.
  isFinal: (piece) =>
    chatPiece.safeParse(piece).success && isObject(piece) && Array.isArray(piece.choices) && piece.choices.length === 0,
};
