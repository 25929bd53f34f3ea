import { createParser } from 'eventsource-parser';
import type { Usage } from '../schema/index.ts';
import type { Protocol } from './protocols/protocol.ts';

/** Reads along with an answer of a model, and says what it cost. */
export interface AnswerReader {
  take(bytes: Uint8Array): void;
  /** After the last byte; undefined if the answer did not say, or was cut before it had said all. */
  usage(cut: boolean): Usage | undefined;
}

/** Bodies that are no stream are read as a whole; a larger one says nothing of its tokens. */
const MAX_BODY_BYTES = 32 << 20;
/** One event; image-making models send large ones. */
const MAX_EVENT_CHARS = 32 << 20;

export function readAnswer(protocol: Protocol, contentType: string): AnswerReader {
  return contentType.includes('text/event-stream') ? readStream(protocol) : readBody(protocol);
}

function readStream(protocol: Protocol): AnswerReader {
  let usage: Usage | undefined;
  let isFinal = false;
  let tooLarge = false;
  const decoder = new TextDecoder();
  const parser = createParser({
    maxBufferSize: MAX_EVENT_CHARS,
    onEvent: ({ data }) => {
      const piece = parseJson(data);
      usage = protocol.usageAfter(usage, piece);
      isFinal ||= protocol.isFinal(piece);
    },
    onError: ({ type }) => {
      tooLarge ||= type === 'max-buffer-size-exceeded';
    },
  });
  const feed = (text: string) => {
    // The parser takes nothing more after that; what was counted before it stands.
    if (!tooLarge) parser.feed(text);
  };
  return {
    take: (bytes) => feed(decoder.decode(bytes, { stream: true })),
    usage: (cut) => {
      // An event whose closing empty line the end of the stream cut off is whole.
      feed('\n\n');
      return cut && !isFinal ? undefined : usage;
    },
  };
}

function readBody(protocol: Protocol): AnswerReader {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    take: (bytes) => {
      size += bytes.length;
      if (size <= MAX_BODY_BYTES) chunks.push(bytes);
    },
    usage: (cut) => {
      if (cut || size > MAX_BODY_BYTES) return undefined;
      const body = parseJson(Buffer.concat(chunks).toString());
      // Without `alt=sse` Gemini streams one JSON array.
      const pieces = Array.isArray(body) ? body : [body];
      return pieces.reduce<Usage | undefined>((before, piece) => protocol.usageAfter(before, piece), undefined);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // `[DONE]`, a comment, an answer that is cut: nothing that could be counted.
    return undefined;
  }
}
