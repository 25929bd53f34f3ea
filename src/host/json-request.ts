import { request } from 'node:http';

export type Endpoint = { socketPath: string } | { host: string; port: number };

export interface JsonRequest {
  method: string;
  path: string;
  /** Sent as JSON; undefined: no body. */
  body?: unknown;
  timeoutMs: number;
}

/** One request over a unix socket or loopback, with a JSON body. Rejects if no whole answer comes in time. */
export function requestJson(
  endpoint: Endpoint,
  { method, path, body, timeoutMs }: JsonRequest,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers =
      payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
    const call = request({ ...endpoint, method, path, headers, timeout: timeoutMs }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    call.on('timeout', () => call.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
    call.on('error', reject);
    call.end(payload);
  });
}
