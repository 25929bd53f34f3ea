/** What a command may use of the process it runs in: the edge where environment and streams are read. */
export interface CliContext {
  /** Folder that relative paths start from. */
  cwd: string;
  /** Answers. */
  stdout: NodeJS.WriteStream;
  /** Progress and everything else. */
  stderr: NodeJS.WriteStream;
  stdin: NodeJS.ReadStream;
  env: Readonly<Record<string, string | undefined>>;
  /**
   * From the first call on, Ctrl-C (and SIGTERM) aborts this signal instead of ending the process; a second one leaves
   * at once. The command then cleans up and returns, and the process exits with 130.
   */
  interruptSignal(): AbortSignal;
  /** Sets the exit code of a command that returns normally: 1 a gate failed, 3 not everything was measured. */
  exitCode: number;
}

/** True if `stream` shows colours: a terminal, and neither `NO_COLOR` nor a dumb terminal forbids it. */
export function wantsColours(context: CliContext, stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = context.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '0') return true;
  return stream.isTTY === true && TERM !== 'dumb';
}

/** True in a continuous-integration job, whose terminal nobody watches. */
export const inCi = ({ env }: CliContext): boolean => env.CI !== undefined && env.CI !== '' && env.CI !== 'false';
