import type { Protocol } from '../../protocols/protocol.ts';
import type { Answer, Question, TokenCounts } from '../conversation.ts';

/** One protocol from the model's side. */
export interface Dialect {
  protocol: Protocol;
  read(path: string, query: URLSearchParams, body: unknown): Question;
  /** Events of a stream, each ready to be sent. `id` is unique among all answers. */
  stream(answer: Answer, counts: TokenCounts, id: string, model: string): string[];
  /** The same as one body, for a client that wants no stream. */
  whole(answer: Answer, counts: TokenCounts, id: string, model: string): unknown;
}

/** One event of a stream of events. */
export const event = (data: unknown, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

/** Text of a content that is a string, or a list of parts of which some have a text. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(textOf).join('\n');
  if (typeof content !== 'object' || content === null) return '';
  const part = content as { text?: unknown; content?: unknown; output?: unknown };
  return textOf(part.text ?? part.content ?? part.output ?? '');
}
