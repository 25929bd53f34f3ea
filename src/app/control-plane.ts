import { InfraError } from '../errors.ts';
import { requestJson } from '../host/index.ts';

const TIMEOUT_MS = 15_000;

/** One JSON request to an API's control plane. @throws InfraError `control-plane` for anything but a 2xx answer. */
export async function callControl(socketPath: string, method: string, path: string, body: unknown): Promise<void> {
  const fail = (why: string, cause?: unknown) =>
    new InfraError('control-plane', `the API's control plane: ${method} ${path}: ${why}`, { cause });
  let answer: { status: number; text: string };
  try {
    answer = await requestJson({ socketPath }, { method, path, body, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    throw fail('no answer', error);
  }
  const { status, text } = answer;
  if (status < 200 || status > 299) throw fail(`answered ${status}: ${text.slice(0, 500)}`);
}
