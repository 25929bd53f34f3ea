import { errorText } from '../../../errors.ts';
import { type Endpoint, requestJson } from '../../../host/index.ts';
import { HOST_VARIABLE } from '../protocol.ts';
import { CannotJudge } from './check-log.ts';

/** An app may have to be built and started before there is an answer. */
const TIMEOUT_MS = 300_000;

/** True when bugsweep runs the judge; false when a task author does, by hand. */
export const isHosted = (): boolean => process.env[HOST_VARIABLE] !== undefined;

/** Calls bugsweep. @throws CannotJudge if it does not answer. */
export function callHost<T>(path: string, body: unknown, timeoutMs = TIMEOUT_MS): Promise<T> {
  return callJson<T>({ socketPath: process.env[HOST_VARIABLE] ?? '' }, 'POST', path, body, timeoutMs);
}

/** One JSON request over a unix socket or loopback. @throws CannotJudge for anything but a 2xx answer with JSON. */
export async function callJson<T>(
  endpoint: Endpoint,
  method: string,
  path: string,
  body?: unknown,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const fail = (message: string) => new CannotJudge('control', `${method} ${path}: ${message}`);
  let answer: { status: number; text: string };
  try {
    answer = await requestJson(endpoint, { method, path, body, timeoutMs });
  } catch (error) {
    throw fail(errorText(error));
  }
  const { status, text } = answer;
  if (status < 200 || status > 299) throw fail(`answered ${status}: ${text.slice(0, 500)}`);
  try {
    return (text === '' ? undefined : JSON.parse(text)) as T;
  } catch {
    throw fail(`answered no JSON: ${text.slice(0, 200)}`);
  }
}
