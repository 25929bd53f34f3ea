type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

/** Types and codes of what a provider says went wrong, wherever in it they stand. */
export function codesOf(error: unknown): string[] {
  const { type, code, status, error: inner, response } = fieldsOf(error);
  const own = [type, code, status].filter((each) => typeof each === 'string');
  return [...own, ...(inner === undefined ? [] : codesOf(inner)), ...(response === undefined ? [] : codesOf(response))];
}

/** What a provider says went wrong, in its own words; undefined if it says nothing. */
export function messageOf(error: unknown): string | undefined {
  const { message, error: inner, response } = fieldsOf(error);
  if (typeof message === 'string') return message;
  const deeper = inner ?? response;
  return deeper === undefined || deeper === null ? undefined : messageOf(deeper);
}
