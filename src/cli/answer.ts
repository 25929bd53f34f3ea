import { SCHEMA_VERSION } from '../schema/index.ts';
import type { CliContext } from './context.ts';

/** Prints a command's answer to standard output: as JSON with `--json`, else as text. */
export function printAnswer(
  { stdout }: CliContext,
  answer: { json: boolean | undefined; value: object; text: () => string },
): void {
  if (answer.json) stdout.write(`${JSON.stringify({ schemaVersion: SCHEMA_VERSION, ...answer.value }, null, 2)}\n`);
  else {
    const text = answer.text();
    stdout.write(text.endsWith('\n') || text === '' ? text : `${text}\n`);
  }
}
