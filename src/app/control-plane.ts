import { request } from 'node:http';
import { InfraError } from '../errors.ts';

/** One JSON request to an API's control plane. @throws InfraError `control-plane` for anything but a 2xx answer. */
export function callControl(socketPath: string, method: string, path: string, body?: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (why: string, cause?: unknown) =>
      reject(new InfraError('control-plane', `the API's control plane: ${method} ${path}: ${why}`, { cause }));
    const payload = JSON.stringify(body ?? {});
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
    const call = request({ socketPath, method, path, headers, timeout: 15_000 }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error) => fail(error.message, error));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const status = response.statusCode ?? 0;
        if (status < 200 || status > 299) fail(`answered ${status}: ${text.slice(0, 500)}`);
        else resolve(text === '' ? undefined : JSON.parse(text));
      });
    });
    call.on('timeout', () => call.destroy(new Error('no answer within 15 s')));
    call.on('error', (error) => fail(error.message, error));
    call.end(payload);
  });
}
