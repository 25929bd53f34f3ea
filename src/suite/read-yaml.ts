import { readFileSync } from 'node:fs';
import { parse, YAMLParseError } from 'yaml';
import type { z } from 'zod';
import { errorText } from '../errors.ts';
import { parseWith } from '../schema/index.ts';
import type { SuiteProblem } from './task.ts';

/** Reads and checks a YAML file; every problem is added to `problems`, with the line where it can be told. */
export function readYaml<S extends z.ZodType>(
  file: string,
  schema: S,
  problems: SuiteProblem[],
): z.infer<S> | undefined {
  let value: unknown;
  try {
    value = parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const isYaml = error instanceof YAMLParseError;
    const line = isYaml ? error.linePos?.[0].line : undefined;
    const text = errorText(error).split('\n')[0] ?? '';
    problems.push({ file, ...(line === undefined ? {} : { line }), message: isYaml ? `is not YAML: ${text}` : text });
    return undefined;
  }
  const parsed = parseWith(schema, value);
  if (parsed.ok) return parsed.value;
  for (const { key, message } of parsed.problems) problems.push({ file, key, message });
  return undefined;
}
