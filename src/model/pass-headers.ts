import type { IncomingHttpHeaders } from 'node:http';

/** What a client may tell the provider. Keys, cookies and addresses are not among them. */
const ASKED =
  /^(accept|content-type|user-agent|anthropic-(version|beta)|openai-beta|x-stainless-.*|x-goog-api-client)$/;
/** What a client may hear of the provider. */
const TOLD = /^(content-type|retry-after(-ms)?|request-id|x-request-id|x-should-retry|.*ratelimit.*)$/;

type Headers = Record<string, string | string[]>;

export const requestHeaders = (headers: IncomingHttpHeaders): Headers => pick(headers, ASKED);
export const answerHeaders = (headers: IncomingHttpHeaders): Headers => pick(headers, TOLD);

function pick(headers: IncomingHttpHeaders, wanted: RegExp): Headers {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string | string[]] => {
      const [name, value] = entry;
      return value !== undefined && wanted.test(name);
    }),
  );
}

/** What a client may say behind the path; the rest, a key among it, is left out. */
const QUERIES: Readonly<Record<string, string>> = { alt: 'sse', beta: 'true' };

export function passedQuery(asked: URLSearchParams): string {
  const passed = Object.entries(QUERIES).filter(([name, value]) => asked.get(name) === value);
  return passed.length === 0 ? '' : `?${new URLSearchParams(passed)}`;
}
