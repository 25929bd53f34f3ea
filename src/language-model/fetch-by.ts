import { APICallError } from 'ai';
import { Agent, fetch as undiciFetch } from 'undici';

export interface Connection {
  /** Unix socket that stands for every address. */
  socketPath?: string;
  /** An answer that is longer breaks off, and is not asked for again. */
  maxAnswerBytes?: number;
}

/** The gateway's and the harness's patience is the one that counts: a model may think for as long as it likes. */
export function fetchBy({ socketPath, maxAnswerBytes }: Connection): typeof globalThis.fetch {
  const connect = socketPath === undefined ? {} : { connect: { socketPath } };
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, ...connect });
  const ask = (async (input: string, init: object) => {
    const response = await undiciFetch(input, { ...init, dispatcher });
    const { body, status, headers } = response;
    if (maxAnswerBytes === undefined || body === null) return response;
    const bounded = (body as unknown as ReadableStream<Uint8Array>).pipeThrough(atMost(maxAnswerBytes));
    return new Response(bounded, { status, headers: [...headers] });
  }) as unknown;
  return ask as typeof globalThis.fetch;
}

function atMost(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let taken = 0;
  return new TransformStream({
    transform(chunk, controller) {
      taken += chunk.length;
      if (taken <= maxBytes) return controller.enqueue(chunk);
      const message = `the model's answer is longer than ${maxBytes} bytes`;
      controller.error(new APICallError({ message, url: '', requestBodyValues: {}, isRetryable: false }));
    },
  });
}
