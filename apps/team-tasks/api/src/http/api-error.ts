import type { ErrorBody } from '../types.ts';

/** The one kind of refusal that both listeners answer with. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly field?: string,
  ) {
    super(message);
  }

  toBody(): ErrorBody {
    const { code, message, field } = this;
    return { error: field === undefined ? { code, message } : { code, message, field } };
  }
}

export const notFound = (what: string): ApiError => new ApiError(404, 'not_found', `${what} was not found.`);

export const invalid = (field: string, message: string): ApiError =>
  new ApiError(400, 'invalid_request', message, field);

export const conflict = (message: string): ApiError => new ApiError(409, 'conflict', message);
