import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelMessage } from 'ai';

/** What was said between two requests, kept between the processes of two rounds. */
export interface ConversationFile {
  /** Everything so far. */
  messages: ModelMessage[];
  /** Keeps messages that belong together: all or none of them are there later. */
  add(messages: readonly ModelMessage[]): void;
}

/** The conversation of this name in `home`. Throws if it is to be there and is not. */
export function openConversation(home: string, session: string, { resumed }: { resumed: boolean }): ConversationFile {
  const path = join(home, `conversation-${session}.jsonl`);
  if (resumed && !existsSync(path)) throw new Error(`there is no conversation ${session} to go on with`);
  const messages = resumed ? readFileSync(path, 'utf8').split('\n').flatMap(read) : [];
  return {
    messages,
    add(more) {
      messages.push(...more);
      // The end of the line before may be missing.
      appendFileSync(path, `\n${JSON.stringify(more)}`);
    },
  };
}

/** A process that was killed while it wrote leaves a line that is not whole. */
function read(line: string): ModelMessage[] {
  try {
    return JSON.parse(line);
  } catch {
    return [];
  }
}
