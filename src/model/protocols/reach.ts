import type { Body } from './protocol.ts';

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Asks `test` about every object inside `value` and returns the first answer. What stands behind one of the `closed`
 * keys is the model's or a tool's own data, and is not looked at.
 */
export function findInside(
  value: unknown,
  test: (object: Body) => string | undefined,
  closed: readonly string[] = [],
): string | undefined {
  // No recursion: a hostile body may be nested as deep as it is long.
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) for (const each of next) open.push(each);
    if (!isObject(next)) continue;
    const found = test(next);
    if (found !== undefined) return found;
    for (const [key, each] of Object.entries(next)) if (!closed.includes(key)) open.push(each);
  }
  return undefined;
}

/** The first of these keys that is set to something. */
export function firstSet(body: Body, keys: readonly string[]): string | undefined {
  return keys.find((key) => ![undefined, null, false, ''].includes(body[key] as never) && !isEmptyList(body[key]));
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** True for a text that the provider would have to load from somewhere. */
export const isAddress = (value: unknown): boolean => typeof value === 'string' && !value.startsWith('data:');

export const typeOf = (tool: unknown): string => (isObject(tool) && typeof tool.type === 'string' ? tool.type : '');

/** The first tool that the client does not run itself, by its name; `isOwn` says which ones it does. */
export function foreignTool(tools: unknown, isOwn: (tool: Body) => boolean): string | undefined {
  if (tools === undefined || tools === null) return undefined;
  if (!Array.isArray(tools)) return 'tools that are no list';
  const foreign = tools.find((tool) => !isObject(tool) || !isOwn(tool));
  return foreign === undefined ? undefined : `the tool ${(typeOf(foreign) || JSON.stringify(foreign)).slice(0, 60)}`;
}

/** OpenAI and others: other tiers than these have prices of their own. */
export const isUsualTier = (tier: unknown): boolean =>
  [undefined, null, 'auto', 'default', 'standard', 'standard_only'].includes(tier as never);
