import type { ErrorHandler, NotFoundHandler } from 'hono';
import { ApiError, notFound } from './api-error.ts';

export function errorResponse(error: ApiError): Response {
  return Response.json(error.toBody(), { status: error.status });
}

export const answerError: ErrorHandler = (error) => {
  if (error instanceof ApiError) return errorResponse(error);
  process.stderr.write(`${error.stack ?? error.message}\n`);
  return errorResponse(new ApiError(500, 'internal_error', 'Something went wrong on our side.'));
};

export const answerNotFound: NotFoundHandler = () => errorResponse(notFound('This address'));
