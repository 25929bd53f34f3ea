import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import { errorText } from '../errors.ts';
import { behaviorSchema, parseWith } from '../schema/index.ts';
import type { SuiteProblem } from './task.ts';

/** Checks `tests/behavior.yaml`, if the task has one. */
export function checkBehavior(taskDir: string, problems: SuiteProblem[]): void {
  const file = join(taskDir, 'tests/behavior.yaml');
  if (!existsSync(file)) return;
  let value: unknown;
  try {
    value = parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined;
    problems.push({
      file,
      ...(line === undefined ? {} : { line }),
      message: `is not YAML: ${errorText(error).split('\n')[0]}`,
    });
    return;
  }
  const parsed = parseWith(behaviorSchema, value);
  if (!parsed.ok) for (const { key, message } of parsed.problems) problems.push({ file, key, message });
}
