/**
 * Errors that carry who is at fault. Layer 0.
 *
 * `UserError`: bad input; the command prints message and hint, no stack, and exits with 2.
 * `InfraError`: the machine (port, sandbox, install, network); a trial that meets one ends as `infra-error`.
 * Anything else that is thrown is a bug of bugsweep: stack and a request to report it.
 */

/** Bad input of the person or program that called bugsweep. `hint` says what to do. */
export class UserError extends Error {
  override readonly name = 'UserError';
  constructor(
    readonly code: string,
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** The machine or a service failed, not the caller and not the agent. May be retried. */
export class InfraError extends Error {
  override readonly name = 'InfraError';
  constructor(
    readonly code: string,
    message: string,
    options?: { cause?: unknown; hint?: string; output?: string; logPath?: string },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.hint = options?.hint;
    this.output = options?.output;
    this.logPath = options?.logPath;
  }
  readonly hint: string | undefined;
  /** Last lines of what the failed program printed. */
  readonly output: string | undefined;
  readonly logPath: string | undefined;
}

/** A task folder is wrong in a way that only shows when it runs; the trial ends as `task-error`. */
export class TaskError extends Error {
  override readonly name = 'TaskError';
  constructor(
    readonly code: string,
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** Text of anything thrown, for a record or a log line. */
export function errorText(error: unknown): string {
  if (error instanceof Error) {
    return error.cause === undefined ? error.message : `${error.message}: ${errorText(error.cause)}`;
  }
  return String(error);
}

/** The `code` of a Node system error, or undefined. */
export function systemCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return undefined;
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);
/** What the system has run out of, or a disk that fails: nobody's program is wrong. */
const EXHAUSTED: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EIO', 'EROFS', 'ENODEV']);

export const isDiskFull = (error: unknown): boolean => FULL.has(systemCode(error) ?? '');

/** The machine's own trouble behind a system error, wherever it was met; undefined if it is something else. */
export function machineTrouble(cause: unknown): InfraError | undefined {
  const code = systemCode(cause);
  if (isDiskFull(cause)) {
    return new InfraError('disk-full', `no space left on the disk: ${errorText(cause)}`, {
      cause,
      hint: 'free some disk (bugsweep clean removes old runs), then resume the run',
    });
  }
  if (code === undefined || !EXHAUSTED.has(code)) return undefined;
  return new InfraError('machine', `the machine gave out: ${errorText(cause)}`, { cause });
}
