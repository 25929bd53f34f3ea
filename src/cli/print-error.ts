import { InfraError, machineTrouble, TaskError, UserError } from '../errors.ts';
import { tail } from '../host/index.ts';
import { SCHEMA_VERSION } from '../schema/index.ts';
import type { CliContext } from './context.ts';

const BUG_HINT = 'this is a bug of bugsweep: please report it with the lines above';

/** Tells the person what went wrong and what to try, and returns the exit code. */
export function printError(error: unknown, { stderr, stdout }: CliContext, json: boolean): number {
  const told = explain(error);
  if (json) {
    const { code, message, hint } = told;
    stdout.write(`${JSON.stringify({ schemaVersion: SCHEMA_VERSION, error: { code, message, hint } }, null, 2)}\n`);
  }
  const lines = [`bugsweep: ${told.stack ?? told.message}`, ...told.more];
  if (told.hint !== null) lines.push(told.hint);
  stderr.write(`${lines.join('\n')}\n`);
  return told.exitCode;
}

interface Told {
  code: string;
  message: string;
  /** Shown instead of the message for what nobody foresaw. */
  stack?: string | undefined;
  more: string[];
  hint: string | null;
  exitCode: number;
}

function explain(error: unknown): Told {
  if (error instanceof UserError || error instanceof TaskError) {
    return { code: error.code, message: error.message, more: [], hint: error.hint ?? null, exitCode: 2 };
  }
  const trouble = error instanceof InfraError ? error : machineTrouble(error);
  if (trouble !== undefined) return explainTrouble(trouble);
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  return { code: 'internal', message, stack, more: [], hint: BUG_HINT, exitCode: 70 };
}

function explainTrouble(error: InfraError): Told {
  const more = causes(error.cause);
  if (error.output !== undefined && error.output.trim() !== '') more.push(indent(tail(error.output)));
  if (error.logPath !== undefined) more.push(`full log: ${error.logPath}`);
  return { code: error.code, message: error.message, more, hint: error.hint ?? null, exitCode: 3 };
}

/** Why, one line a cause. */
function causes(cause: unknown): string[] {
  if (cause === undefined) return [];
  const message = cause instanceof Error ? cause.message : String(cause);
  return [`because: ${message}`, ...(cause instanceof Error ? causes(cause.cause) : [])];
}

const indent = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
