import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';

/** How much more than the limit is swallowed, so that the client gets to read the refusal instead of a reset connection. */
const DRAIN_BYTES = 16 * 1024 * 1024;

/** Reads a whole request body; refuses one above `limitBytes` with 413. */
export function readBody(incoming: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    incoming.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes <= limitBytes) chunks.push(chunk);
      else chunks.length = 0;
      if (sizeBytes > limitBytes + DRAIN_BYTES) incoming.destroy();
    });
    incoming.on('end', () => {
      if (sizeBytes <= limitBytes) resolve(Buffer.concat(chunks));
      else reject(new ApiError(413, 'too_large', `The request may hold up to ${Math.floor(limitBytes / 1024)} KB.`));
    });
    const cutOff = () => reject(new ApiError(400, 'malformed_json', 'The request ended too early.'));
    incoming.on('error', cutOff);
    incoming.on('close', cutOff);
  });
}
