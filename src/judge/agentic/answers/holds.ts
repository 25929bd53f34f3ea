/** True if a snapshot holds these words, however it breaks its lines and marks its quotes. */
export function holds(snapshot: string, quote: string): boolean {
  const wanted = plain(quote);
  return wanted !== '' && plain(snapshot).includes(wanted);
}

const plain = (text: string): string =>
  text
    .replace(/\\(?=["\\])/g, '')
    .replace(/\s+/g, ' ')
    .trim();
