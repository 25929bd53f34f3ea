import { z } from 'zod';
import type { Protocol } from './protocol.ts';
import { findInside, firstSet, foreignTool, isObject } from './reach.ts';

const count = z.int().nonnegative().nullish().catch(null);
const pieceShape = z.object({
  usageMetadata: z.object({
    promptTokenCount: count,
    cachedContentTokenCount: count,
    candidatesTokenCount: count,
    thoughtsTokenCount: count,
    toolUsePromptTokenCount: count,
  }),
});
const CALL = /^\/v1(?:beta|alpha)?\/models\/([\w.-]+):(?:generateContent|streamGenerateContent)$/;
const HARMLESS = /^\/v1(?:beta|alpha)?\/models(\/[\w.-]+(:countTokens)?)?$/;

const toolsInside = (tools: unknown) =>
  foreignTool(tools, (tool) =>
    Object.keys(tool).every((key) => ['functionDeclarations', 'function_declarations'].includes(key)),
  );

/** Google's Gemini API. What the model thinks is counted beside what it says; here it is part of the output. */
export const gemini: Protocol = {
  name: 'gemini',
  isCall: (method, path) => method === 'POST' && CALL.test(path),
  isHarmless: (method, path) => HARMLESS.test(path) && method === (path.endsWith(':countTokens') ? 'POST' : 'GET'),
  modelOf: (path) => CALL.exec(path)?.[1],
  reachOf: (body) =>
    firstSet(body, ['cachedContent', 'cached_content']) ??
    toolsInside(body.tools) ??
    findInside(
      [body.contents, body.systemInstruction, body.generateContentRequest],
      (part) =>
        part.fileData !== undefined || part.file_data !== undefined ? 'a file at an address' : toolsInside(part.tools),
      ['args', 'response'],
    ),
  isSurcharged: () => false,
  sent: (body) => body,
  usageAfter(before, piece) {
    const usage = pieceShape.safeParse(piece).data?.usageMetadata;
    if (usage === undefined) return before;
    const thoughts = usage.thoughtsTokenCount ?? before?.reasoningTokens ?? 0;
    const said =
      usage.candidatesTokenCount ?? (before === undefined ? 0 : before.outputTokens - before.reasoningTokens);
    return {
      inputTokens:
        usage.promptTokenCount == null
          ? (before?.inputTokens ?? 0)
          : usage.promptTokenCount + (usage.toolUsePromptTokenCount ?? 0),
      cachedTokens: usage.cachedContentTokenCount ?? before?.cachedTokens ?? 0,
      cacheWriteTokens: 0,
      outputTokens: said + thoughts,
      reasoningTokens: thoughts,
    };
  },
  isFinal: (piece) =>
    isObject(piece) &&
    Array.isArray(piece.candidates) &&
    piece.candidates.some((candidate) => isObject(candidate) && typeof candidate.finishReason === 'string'),
};
