import { APICallError, RetryError } from 'ai';
import { codesOf, messageOf } from './provider-error.ts';

/** Most providers say in words alone that a conversation is too long. What follows from it is only how it is told. */
const TOO_LONG =
  /context_length_exceeded|request_too_large|prompt is too long|maximum context length|context window|token count .*exceeds/i;

/** Why the model did not answer, in one line. */
export function describeFailure(error: unknown): { reason: 'context' | 'model'; message: string } {
  if (RetryError.isInstance(error)) {
    const { reason, message } = describeFailure(error.lastError);
    return { reason, message: `${message} (asked ${error.errors.length} times)` };
  }
  if (!APICallError.isInstance(error))
    return { reason: 'model', message: error instanceof Error ? error.message : String(error) };
  const { statusCode, responseBody, data, message: sdk, cause } = error;
  // What came with a good status could not be read; why, only the cause says.
  if (statusCode !== undefined && statusCode < 400 && cause instanceof Error) {
    return { reason: 'model', message: `${sdk}: ${cause.message}` };
  }
  const body = parsed(responseBody);
  // The SDK knows each provider's own shape of an error; a gateway or a proxy on the way has another.
  const said = messageOf(body) ?? messageOf(data) ?? sdk;
  const message = statusCode === undefined ? said : `status ${statusCode}: ${said}`;
  if (statusCode === 413 || TOO_LONG.test([...codesOf(body), ...codesOf(data), said].join(' '))) {
    return { reason: 'context', message: `the conversation has become too long for the model: ${message}` };
  }
  return { reason: 'model', message };
}

function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return undefined;
  }
}
