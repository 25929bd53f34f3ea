import type { Usage } from '../../schema/index.ts';

export type Body = Readonly<Record<string, unknown>>;

/** One way of talking to a model over HTTP. */
export interface Protocol {
  name: 'responses' | 'chat' | 'messages' | 'gemini';
  /** True if a request asks for the model's work, so that its answer has a price. `path` is without the query. */
  isCall(method: string, path: string): boolean;
  /** True for the other requests that a client of this protocol may make: they cost nothing. */
  isHarmless(method: string, path: string): boolean;
  /** Name of the model that a call is for; undefined if it does not say. */
  modelOf(path: string, body: Body): string | undefined;
  /**
   * What a request asks of the provider beyond the model's own work, in a few words: to search, to load what an address
   * names, to read the account's files, to work on after the answer. It would be a way out of the pod. Undefined: nothing.
   */
  reachOf(body: Body): string | undefined;
  /** True if a call is billed by other prices than the usual ones. */
  isSurcharged(body: Body): boolean;
  /** The body as it is sent on: it asks the provider to say what the answer took. */
  sent(body: Body): Body;
  /**
   * What is known of the answer's tokens after one more piece of it: an event of its stream, or the whole body. Counts
   * of a stream are totals so far, so a later piece takes the place of what an earlier one said.
   */
  usageAfter(before: Usage | undefined, piece: unknown): Usage | undefined;
  /** True for the piece of a stream whose counts are final: an answer that is cut before it has no known cost. */
  isFinal(piece: unknown): boolean;
}
