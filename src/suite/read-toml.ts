import { readFileSync } from 'node:fs';
import { parse, TomlError } from 'smol-toml';
import type { z } from 'zod';
import { errorText, systemCode } from '../errors.ts';
import { parseWith } from '../schema/index.ts';
import type { SuiteProblem } from './task.ts';

/** Reads and checks a TOML file; every problem is added to `problems`, with the line where it can be told. */
export function readToml<S extends z.ZodType>(
  path: string,
  schema: S,
  problems: SuiteProblem[],
): z.infer<S> | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const message = systemCode(error) === 'ENOENT' ? 'is missing' : errorText(error);
    problems.push({ file: path, message });
    return undefined;
  }
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    const line = error instanceof TomlError ? { line: error.line } : {};
    const message = errorText(error).split('\n')[0] ?? '';
    problems.push({ file: path, ...line, message: `is not TOML: ${message.replace(/^Invalid TOML document: /, '')}` });
    return undefined;
  }
  const result = parseWith(schema, value);
  if (result.ok) return result.value;
  for (const { key, message } of result.problems) problems.push({ file: path, ...lineOf(text, key), key, message });
  return undefined;
}

/** Line of a dotted key, found by its last named part under its table; best effort, for the reader's eye. */
function lineOf(text: string, key: string): { line?: number } {
  const parts = key.split('.').filter((part) => !/^\d+$/.test(part));
  const lines = text.split('\n');
  for (let length = parts.length; length > 0; length -= 1) {
    const name = parts[length - 1] ?? '';
    const table = parts.slice(0, length - 1).join('.');
    let inTable = table === '';
    for (const [index, line] of lines.entries()) {
      const header = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?/.exec(line)?.[1];
      if (header !== undefined) {
        if (header === [table, name].filter((part) => part !== '').join('.')) return { line: index + 1 };
        inTable = header === table;
      } else if (inTable && new RegExp(`^\\s*"?${escapePattern(name)}"?\\s*=`).test(line)) return { line: index + 1 };
    }
  }
  return {};
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
