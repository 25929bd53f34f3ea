import { ApiError } from '../http/api-error.ts';
import { errorResponse } from '../http/error-response.ts';

// Read by whoever looks at the network traffic: these say what the real thing would say.
const ANSWERS: Record<number, [code: string, message: string]> = {
  401: ['session_expired', 'Your session has ended. Sign in again.'],
  403: ['forbidden', 'Your role does not allow this.'],
  404: ['not_found', 'This was not found.'],
  409: ['conflict', 'This does not fit the present state.'],
  413: ['too_large', 'The request is too large.'],
  503: ['unavailable', 'The service is not available at the moment.'],
};

export function faultAnswer(status: number): Response {
  const otherwise: [string, string] =
    status < 500
      ? ['invalid_request', 'The request was refused.']
      : ['internal_error', 'Something went wrong on our side.'];
  const [code, message] = ANSWERS[status] ?? otherwise;
  return errorResponse(new ApiError(status, code, message));
}
