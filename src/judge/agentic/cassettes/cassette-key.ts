import { createHash } from 'node:crypto';
import { nameDays } from './name-days.ts';

/** What decides which answer is given again. */
export interface Question {
  sdk: string;
  model: string;
  take: string;
  /** Everything that is sent to the model. */
  asked: unknown;
}

/**
 * The name of a question: the same on another day, with another mark around the page's words (`mark`), and on another
 * port, which is in no question; another one as soon as the page shows anything else, be it a pixel of a screenshot.
 */
export function cassetteKey({ asked, ...rest }: Question, { mark, now }: { mark: string; now: Date }): string {
  const text = JSON.stringify(asked, (_key, value: unknown) =>
    value instanceof Uint8Array ? { bytes: createHash('sha256').update(value).digest('hex') } : value,
  );
  const named = nameDays(text.replaceAll(mark, 'MARK'), now);
  return createHash('sha256').update(JSON.stringify(rest)).update('\0').update(named).digest('hex');
}
