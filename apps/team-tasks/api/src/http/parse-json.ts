import { ApiError } from './api-error.ts';

/** Deeper values would overflow the stack of whoever serializes them later. */
const MAX_DEPTH = 32;

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (quoted) {
      if (char === '\\') at += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth);
    else if (char === '}' || char === ']') depth -= 1;
  }
  return deepest;
}

/** Parses JSON text; anything malformed or too deep is a 400. */
export function parseJson(text: string): unknown {
  if (depthOf(text) > MAX_DEPTH) throw new ApiError(400, 'malformed_json', 'The body is nested too deeply.');
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, 'malformed_json', 'The body is not valid JSON.');
  }
}

/** Parses a body that has to be a JSON object. An empty body counts as an empty object. */
export function parseJsonObject(bytes: Buffer): Record<string, unknown> {
  const value = bytes.length === 0 ? {} : parseJson(bytes.toString('utf8'));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError(400, 'invalid_request', 'The body must be a JSON object.');
  }
  return value as Record<string, unknown>;
}
