import type { Usage } from '../../schema/index.ts';

/** One way of talking to a model over HTTP. */
export interface Protocol {
  name: 'responses' | 'chat' | 'messages' | 'gemini';
  /** True if a request asks for the model's work, so that its answer has a price. `path` is without the query. */
  isCall(method: string, path: string): boolean;
  /** True for the other requests that a client of this protocol may make: they cost nothing. */
  isHarmless(method: string, path: string): boolean;
  /** Name of the model that a call is for; undefined if it does not say. */
  modelOf(path: string, body: unknown): string | undefined;
  /**
   * What is known of the answer's tokens after one more piece of it: an event of its stream, or the whole body. Counts
   * of a stream are totals so far, so a later piece takes the place of what an earlier one said.
   */
  usageAfter(before: Usage | undefined, piece: unknown): Usage | undefined;
}
