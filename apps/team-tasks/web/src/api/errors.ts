/** The API answered, and refused. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;

  constructor(details: { status: number; code: string; message: string; field?: string }) {
    super(details.message);
    this.status = details.status;
    this.code = details.code;
    this.field = details.field;
  }
}

/** No answer arrived. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** One sentence for the person in front of the screen. */
export function describeError(error: unknown): string {
  if (error instanceof ConnectionError) return 'The server can’t be reached.';
  if (!(error instanceof ApiError)) return 'Something went wrong.';
  if (error.status === 403) return 'You don’t have permission to do that.';
  if (error.status >= 500) return 'The server had a problem. Try again in a moment.';
  return error.message;
}
