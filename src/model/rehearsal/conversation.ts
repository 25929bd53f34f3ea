/** One entry of a conversation, whatever protocol it came in. */
export interface Entry {
  role: 'user' | 'assistant' | 'tool';
  /** What was said; for tools what came back. */
  text: string;
}

/** A tool that the client offers, by the name that a call must give it. */
export interface Tool {
  name: string;
  /** For clients that keep the tools of a server apart. */
  namespace?: string;
}

export interface Question {
  model: string;
  entries: Entry[];
  tools: Tool[];
  stream: boolean;
}

/** What the scripted model answers: words, or one call of a tool. `aside`: the call is no move of the script. */
export type Answer =
  | { kind: 'text'; text: string }
  | { kind: 'tool'; tool: Tool; arguments: Record<string, unknown>; aside?: boolean };

export interface TokenCounts {
  input: number;
  cached: number;
  output: number;
}
