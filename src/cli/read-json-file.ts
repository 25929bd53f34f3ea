import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { UserError } from '../errors.ts';
import { parseWith } from '../schema/index.ts';

/**
 * What a file of JSON holds that a flag of the caller names. `what` is said of it: "the prices".
 * @throws UserError with `code` and `hint`: it cannot be read, or something in it is wrong
 */
export function readJsonOf<S extends z.ZodType>(
  schema: S,
  file: string,
  { what, code, hint, cwd }: { what: string; code: string; hint: string; cwd: string },
): z.infer<S> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(resolve(cwd, file), 'utf8'));
  } catch (error) {
    throw new UserError(code, `${what} in ${file} cannot be read: ${(error as Error).message}`, hint);
  }
  const parsed = parseWith(schema, value);
  if (parsed.ok) return parsed.value;
  const problems = parsed.problems.map(({ key, message }) => `${key} ${message}`).join('; ');
  throw new UserError(code, `${what} in ${file} are wrong: ${problems}`, hint);
}
