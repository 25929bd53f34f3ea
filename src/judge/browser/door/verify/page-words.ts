import { randomBytes } from 'node:crypto';

/** Of what one tool shows. */
const MAX_CHARS = 60_000;
/** What the app's address is called to the model: the same on every machine. */
export const APP_NAME = 'http://app';

/**
 * Marks what comes from the page, so that it cannot be taken for words of ours: the mark is drawn for each test anew and
 * known to no page.
 */
export interface PageWords {
  readonly mark: string;
  /** Bounded, and with the app's address by its name. */
  plain(text: string): string;
  /** The same between marks. */
  marked(text: string): string;
}

export function pageWords(appUrl: string, mark = randomBytes(8).toString('hex')): PageWords {
  const { origin } = new URL(appUrl);
  const plain = (text: string): string => {
    const named = text.replaceAll(origin, APP_NAME);
    const cut = named.length - MAX_CHARS;
    return cut <= 0
      ? named
      : `${named.slice(0, MAX_CHARS)}\n[cut: ${cut} more characters; look at a part of the page by its ref]`;
  };
  return {
    mark,
    plain,
    // A page may show what was typed into it.
    marked: (text) => `<page ${mark}>\n${plain(text).replaceAll(mark, '')}\n</page ${mark}>`,
  };
}
