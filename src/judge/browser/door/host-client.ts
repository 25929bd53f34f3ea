import { request } from 'node:http';
import { HOST_VARIABLE } from '../protocol.ts';
import { CannotJudge } from './check-log.ts';

/** True when bugsweep runs the judge; false when a task author does, by hand. */
export const isHosted = (): boolean => process.env[HOST_VARIABLE] !== undefined;

/** Calls bugsweep. @throws CannotJudge if it does not answer. */
export function callHost<T>(path: string, body: unknown): Promise<T> {
  return postJson<T>({ socketPath: process.env[HOST_VARIABLE] ?? '' }, 'POST', path, body);
}

export type Endpoint = { socketPath: string } | { host: string; port: number };

/** One JSON request over a unix socket or loopback. @throws CannotJudge for anything but a 2xx answer with JSON. */
export function postJson<T>(endpoint: Endpoint, method: string, path: string, body?: unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (message: string) => reject(new CannotJudge('control', `${method} ${path}: ${message}`));
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers =
      payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
    const call = request({ ...endpoint, method, path, headers, timeout: 300_000 }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error) => fail(error.message));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const status = response.statusCode ?? 0;
        if (status < 200 || status > 299) return fail(`answered ${status}: ${text.slice(0, 500)}`);
        try {
          resolve((text === '' ? undefined : JSON.parse(text)) as T);
        } catch {
          fail(`answered no JSON: ${text.slice(0, 200)}`);
        }
      });
    });
    call.on('timeout', () => call.destroy(new Error('no answer')));
    call.on('error', (error) => fail(error.message));
    call.end(payload);
  });
}
