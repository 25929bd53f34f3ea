import { APICallError, RetryError } from 'ai';
import { expect, test } from 'vitest';
import { describeFailure } from './describe-failure.ts';

const refused = (statusCode: number, body: unknown) =>
  new APICallError({
    ...{ message: 'Bad Request', url: 'http://model', requestBodyValues: {}, statusCode },
    responseBody: typeof body === 'string' ? body : JSON.stringify(body),
  });

test.each([
  [400, { error: { code: 'context_length_exceeded', message: 'Your input is too large.' } }],
  [
    400,
    { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000' } },
  ],
  [400, { error: { code: 400, message: 'The input token count (1200000) exceeds the maximum (1048576).' } }],
  [400, { error: { message: "This model's maximum context length is 8192 tokens." } }],
  [413, 'no JSON'],
])('a conversation that is too long: %i %j', (status, body) => {
  const { reason, message } = describeFailure(refused(status, body));
  expect(reason).toBe('context');
  expect(message).toContain(`too long for the model: status ${status}: `);
});

test('what else goes wrong, in the words of whoever refused', () => {
  expect(describeFailure(refused(402, { error: { type: 'spend-cap', message: 'this trial has used it up' } }))).toEqual(
    {
      ...{ reason: 'model', message: 'status 402: this trial has used it up' },
    },
  );
  expect(describeFailure(refused(502, '<html>'))).toEqual({ reason: 'model', message: 'status 502: Bad Request' });
  const errors = [refused(500, {}), refused(503, { message: 'overloaded' })];
  expect(describeFailure(new RetryError({ message: 'x', reason: 'maxRetriesExceeded', errors }))).toEqual({
    ...{ reason: 'model', message: 'status 503: overloaded (asked 2 times)' },
  });
  expect(describeFailure(new TypeError('boom'))).toEqual({ reason: 'model', message: 'boom' });
});
