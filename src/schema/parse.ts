import type { z } from 'zod';
import { describeIssue } from './describe-issue.ts';
import { nearest } from './nearest.ts';

/** One thing wrong with a user-written or stored value. `key` is a dotted path; empty for the whole. */
export interface Problem {
  key: string;
  message: string;
}

/** Checks a value and returns it typed, or every problem at once in sentences a person can act on. */
export function parseWith<S extends z.ZodType>(
  schema: S,
  value: unknown,
): { ok: true; value: z.infer<S> } | { ok: false; problems: Problem[] } {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, problems: result.error.issues.flatMap((issue) => problemsOf(issue, schema)) };
}

function problemsOf(issue: z.core.$ZodIssue, schema: z.ZodType): Problem[] {
  const key = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((unknown) => {
      const near = nearest(unknown, knownKeys(schema, issue.path.map(String)));
      const full = key === '' ? unknown : `${key}.${unknown}`;
      return {
        key: full,
        message: near === undefined ? 'is not a known key' : `is not a known key; did you mean \`${near}\`?`,
      };
    });
  }
  return [{ key, message: describeIssue(issue) }];
}

/** Keys that a strict object has at `path`, looking through defaults, options and unions. */
function knownKeys(schema: z.ZodType, path: readonly string[]): string[] {
  let level: z.ZodType[] = [schema];
  for (const step of path) level = level.flatMap((each) => unwrap(each).flatMap((inner) => childOf(inner, step)));
  return level.flatMap((each) => unwrap(each).flatMap((inner) => Object.keys(shapeOf(inner) ?? {})));
}

type Definition = {
  innerType?: z.ZodType;
  options?: z.ZodType[];
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
};
const definition = (schema: z.ZodType): Definition => schema.def as unknown as Definition;

function unwrap(schema: z.ZodType): z.ZodType[] {
  const { innerType, options } = definition(schema);
  if (innerType !== undefined) return unwrap(innerType);
  if (options !== undefined) return options.flatMap(unwrap);
  return [schema];
}

const shapeOf = (schema: z.ZodType) => definition(schema).shape;

function childOf(schema: z.ZodType, step: string): z.ZodType[] {
  const child = shapeOf(schema)?.[step] ?? definition(schema).element;
  return child === undefined ? [] : [child];
}
