import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Dispatcher, request } from 'undici';
import { errorText } from '../errors.ts';
import { isoNow, monotonicMs } from '../host/index.ts';
import type { ModelCall } from '../schema/index.ts';
import { type CallFacts, chargeOf } from './charge.ts';
import type { GatewayOptions, Standing } from './gateway-options.ts';
import { answerHeaders, passedQuery, requestHeaders } from './pass-headers.ts';
import { priceOf } from './prices.ts';
import type { Body, Protocol } from './protocols/protocol.ts';
import { isObject } from './protocols/reach.ts';
import { readAnswer } from './read-answer.ts';

export interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  dispatcher: Dispatcher;
  signal: AbortSignal;
  /** Is brought up to date. */
  standing: Standing;
}

const MAX_REQUEST_BYTES = 32 << 20;
/** What an agent says of itself is bounded in what is kept. */
const MAX_NAME_CHARS = 200;

class Refusal extends Error {
  constructor(
    readonly kind: NonNullable<ModelCall['refusal']>,
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Answers one request of an agent, with the provider's answer or with a refusal, and says what it took. */
export async function exchange(parts: Exchange, options: GatewayOptions): Promise<ModelCall> {
  const { incoming, outgoing } = parts;
  const started = monotonicMs();
  const url = URL.parse(incoming.url ?? '/', 'http://model') ?? new URL('http://model/');
  const call: ModelCall = {
    ...{ at: isoNow(), method: incoming.method ?? 'GET', path: url.pathname.slice(0, MAX_NAME_CHARS), model: null },
    ...{ status: 0, refusal: null, firstByteMs: null, durationMs: 0, requestBytes: 0, responseBytes: 0 },
    ...{ cut: false, usage: null, costUsd: null },
  };
  try {
    const asked = await readRequest(call, url, incoming, options);
    if (asked === 'cut') call.cut = true;
    else await passOn(call, asked, parts, options, started);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    call.refusal = error.kind;
    call.status = error.status;
    outgoing.writeHead(error.status, { 'content-type': 'application/json', connection: 'close' });
    outgoing.end(JSON.stringify({ error: { type: error.kind, code: error.kind, message: error.message } }));
  }
  call.durationMs = monotonicMs() - started;
  return call;
}

interface Asked {
  url: URL;
  /** Undefined for a request that costs nothing. */
  protocol: Protocol | undefined;
  body: Body | undefined;
}

/** @throws Refusal */
async function readRequest(
  call: ModelCall,
  url: URL,
  incoming: IncomingMessage,
  { provider, model, meter }: GatewayOptions,
): Promise<Asked | 'cut'> {
  const { method } = call;
  const protocol = provider.protocols.find(({ isCall }) => isCall(method, url.pathname));
  const speaker = protocol ?? provider.protocols.find(({ isHarmless }) => isHarmless(method, url.pathname));
  if (speaker === undefined) {
    throw new Refusal('not-allowed', 403, `only the model of ${provider.name} can be reached from here`);
  }
  const raw = await bodyOf(incoming);
  if (raw === 'cut') return 'cut';
  call.requestBytes = raw.length;
  const body = method === 'GET' ? undefined : parsed(raw);
  if (body !== undefined) {
    const reach = speaker.reachOf(body);
    if (reach !== undefined) {
      throw new Refusal('not-allowed', 403, `the provider may not be asked for this from here: ${reach}`);
    }
    const named = speaker.modelOf(url.pathname, body);
    call.model = named?.slice(0, MAX_NAME_CHARS) ?? null;
    const only = bareName(model);
    if (protocol !== undefined && named !== only) {
      throw new Refusal('not-allowed', 403, `only the model ${only} can be asked from here`);
    }
  }
  const reached = protocol === undefined ? undefined : meter.reached();
  if (reached !== undefined) throw new Refusal('spend-cap', 402, reached);
  return { url, protocol, body };
}

/** Clients take `[1m]` behind a name for a wish of their own, and do not pass it on. */
const bareName = (model: string): string => model.replace(/\[\w+\]$/, '');

/** @throws Refusal */
async function passOn(
  call: ModelCall,
  { url, protocol, body }: Asked,
  { incoming, outgoing, dispatcher, signal: cut, standing }: Exchange,
  { provider, meter, gate, prices }: GatewayOptions,
  started: number,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const signal = AbortSignal.any([gone.signal, cut]);
  const charge = (facts: Pick<CallFacts, 'usage' | 'responseBytes'>) => {
    if (protocol === undefined || body === undefined) return;
    const price = call.model === null ? undefined : priceOf(call.model, prices);
    const taken = chargeOf({ ...facts, price, surcharged: protocol.isSurcharged(body), body });
    meter.add(taken);
    call.usage = taken.usage;
    call.costUsd = taken.costUsd;
  };
  let response: Dispatcher.ResponseData;
  let asked = false;
  try {
    await gate.open(signal);
    asked = true;
    if (protocol !== undefined) standing.asked += 1;
    response = await request(`${provider.baseUrl}${url.pathname}${passedQuery(url.searchParams)}`, {
      ...{ method: call.method as Dispatcher.HttpMethod, dispatcher, signal },
      headers: { ...requestHeaders(incoming.headers), ...provider.headersFor(provider.key) },
      // Printed again: what is sent on is what was looked at.
      body: body === undefined ? null : JSON.stringify(protocol?.sent(body) ?? body),
    });
  } catch (error) {
    // The provider may have begun to work, and will not say what it took.
    if (asked && !isUnsent(error)) charge({ usage: undefined, responseBytes: 0 });
    if (signal.aborted) {
      call.cut = true;
      outgoing.destroy();
      return;
    }
    standing.trouble = errorText(error);
    throw new Refusal('unreachable', 502, `the model's endpoint did not answer: ${errorText(error)}`);
  }
  call.status = response.statusCode;
  call.firstByteMs = monotonicMs() - started;
  const retryAfter = response.headers['retry-after'];
  if (response.statusCode === 429) gate.refused(typeof retryAfter === 'string' ? retryAfter : null);
  outgoing.writeHead(response.statusCode, answerHeaders(response.headers));
  const isAnswer = protocol !== undefined && response.statusCode < 400;
  const reader = isAnswer ? readAnswer(protocol, String(response.headers['content-type'] ?? '')) : undefined;
  call.cut = !(await stream(response.body, outgoing, (bytes) => {
    call.responseBytes += bytes.length;
    reader?.take(bytes);
  }));
  if (protocol === undefined) return;
  if (isAnswer) {
    const usage = reader?.usage(call.cut);
    charge({ usage, responseBytes: call.responseBytes });
    if (!call.cut || usage !== undefined) standing.answered += 1;
    else if (!signal.aborted) standing.trouble = 'an answer that was cut off';
  } else standing.trouble = `status ${response.statusCode}`;
}

/** True if there was no connection at all. */
const isUnsent = (error: unknown): boolean =>
  error instanceof Error &&
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(
    String((error as NodeJS.ErrnoException).code),
  );

async function bodyOf(incoming: IncomingMessage): Promise<Buffer | 'cut'> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_REQUEST_BYTES) break;
      chunks.push(chunk);
    }
  } catch {
    // The client left before it had asked.
    return 'cut';
  }
  if (size > MAX_REQUEST_BYTES) throw new Refusal('too-large', 413, `a request may hold ${MAX_REQUEST_BYTES} bytes`);
  return Buffer.concat(chunks);
}

/** What cannot be read cannot be looked at. @throws Refusal */
function parsed(body: Buffer): Body {
  try {
    const value: unknown = JSON.parse(body.toString());
    if (isObject(value)) return value;
  } catch {
    // Said below.
  }
  throw new Refusal('not-allowed', 400, 'the request is no JSON object');
}

/** Resolves with true if all of it was passed on; else the client's connection breaks, so that it sees no end. */
async function stream(body: Readable, outgoing: ServerResponse, each: (bytes: Buffer) => void): Promise<boolean> {
  const readAlong = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      each(chunk);
      yield chunk;
    }
  };
  try {
    await pipeline(body, readAlong, outgoing);
    return true;
  } catch {
    return false;
  }
}
