import { chmodSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import { errorText } from '../errors.ts';
import { appendLine, isoNow, monotonicMs } from '../host/index.ts';
import type { ModelCall } from '../schema/index.ts';
import { answerHeaders, requestHeaders } from './pass-headers.ts';
import { costOf, type PriceList, priceOf } from './prices.ts';
import type { Provider } from './provider.ts';
import type { RateGate } from './rate-gate.ts';
import { readAnswer } from './read-answer.ts';
import type { SpendMeter } from './spend-meter.ts';

export interface GatewayOptions {
  provider: Provider;
  /** Folder that gets the socket; shown to one pod alone. */
  dir: string;
  /** `model.jsonl`, one line a request. */
  logPath: string;
  meter: SpendMeter;
  gate: RateGate;
  /** The first list that knows a model decides. */
  prices: readonly PriceList[];
  /** Called once, when nothing more may be spent. */
  onCap(reason: string): void;
}

/** The one way out of an agent's pod: to the endpoint of its model. */
export interface Gateway {
  readonly socketPath: string;
  /** Cuts what is going on, and waits until every line of the log is written. @throws InfraError */
  close(): Promise<void>;
}

const MAX_REQUEST_BYTES = 64 << 20;
/** Models think for long before the first byte and between two; the trial's own deadline ends them. */
const PATIENCE_MS = 30 * 60_000;

/**
 * Passes requests for the model's work on to the provider, with the user's key, and everything else not. The agent has
 * no key, names no host, and is told at once what is refused.
 */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const dispatcher = dispatcherFor(options.provider.baseUrl);
  const closing = new AbortController();
  const lines: Promise<void>[] = [];
  let capTold = false;
  const server = createServer((incoming, outgoing) => {
    const line = answer({ incoming, outgoing, dispatcher, closing: closing.signal }, options).then(async (call) => {
      const reason = options.meter.reached();
      if (reason !== undefined && !capTold) {
        capTold = true;
        options.onCap(reason);
      }
      await appendLine(options.logPath, JSON.stringify(call));
    });
    // Told when the gateway closes: a line that cannot be written must not be lost in silence.
    line.catch(() => undefined);
    lines.push(line);
  });
  const socketPath = join(options.dir, 'model.sock');
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketPath, resolve));
  chmodSync(socketPath, 0o666);
  return {
    socketPath,
    close: async () => {
      closing.abort();
      server.close();
      server.closeAllConnections();
      await dispatcher.destroy();
      await Promise.all(lines);
    },
  };
}

/** The machine's own proxy is used as by every program, but not for this machine's own loopback. */
function dispatcherFor(url: string): Dispatcher {
  const patience = { headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS };
  const isLoopback = /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
  return isLoopback ? new Agent(patience) : new EnvHttpProxyAgent(patience);
}

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  dispatcher: Dispatcher;
  closing: AbortSignal;
}

async function answer(
  { incoming, outgoing, dispatcher, closing }: Exchange,
  options: GatewayOptions,
): Promise<ModelCall> {
  const { provider, meter, gate, prices } = options;
  const started = monotonicMs();
  const { method = 'GET' } = incoming;
  const url = URL.parse(incoming.url ?? '/', 'http://model') ?? new URL('http://model/');
  const call: ModelCall = {
    ...{ at: isoNow(), method, path: url.pathname.slice(0, 300), model: null, status: 0, refusal: null },
    ...{ firstByteMs: null, durationMs: 0, requestBytes: 0, responseBytes: 0, cut: false, usage: null, costUsd: null },
  };
  const refuse = (refusal: NonNullable<ModelCall['refusal']>, status: number, message: string): ModelCall => {
    outgoing.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
    outgoing.end(JSON.stringify({ error: { type: refusal, code: refusal, message } }));
    return { ...call, refusal, status, durationMs: monotonicMs() - started };
  };
  const protocol = provider.protocols.find(({ isCall }) => isCall(method, url.pathname));
  if (protocol === undefined && !provider.protocols.some(({ isHarmless }) => isHarmless(method, url.pathname))) {
    return refuse('not-allowed', 403, `only the model of ${provider.name} can be reached from here`);
  }
  const body = await bodyOf(incoming);
  if (body === 'cut') return { ...call, cut: true, durationMs: monotonicMs() - started };
  if (body === 'too-large') return refuse('too-large', 413, `a request may hold ${MAX_REQUEST_BYTES} bytes`);
  call.requestBytes = body.length;
  call.model = protocol?.modelOf(url.pathname, parsed(body)) ?? null;
  const reached = protocol === undefined ? undefined : meter.reached();
  if (reached !== undefined) return refuse('spend-cap', 402, reached);

  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const signal = AbortSignal.any([gone.signal, closing]);
  url.searchParams.delete('key');
  let response: Dispatcher.ResponseData;
  try {
    await gate.open(signal);
    response = await request(`${provider.baseUrl}${url.pathname}${url.search}`, {
      ...{ method: method as Dispatcher.HttpMethod, dispatcher, signal },
      headers: { ...requestHeaders(incoming.headers), ...provider.headersFor(provider.key) },
      body: method === 'GET' ? null : body,
    });
  } catch (error) {
    if (signal.aborted) {
      // The provider may have begun to work, and will say of nothing what it took.
      if (protocol !== undefined) meter.add(undefined, undefined);
      return { ...call, cut: true, durationMs: monotonicMs() - started };
    }
    return refuse('unreachable', 502, `the model's endpoint did not answer: ${errorText(error)}`);
  }
  call.status = response.statusCode;
  call.firstByteMs = monotonicMs() - started;
  const retryAfter = response.headers['retry-after'];
  if (response.statusCode === 429) gate.refused(typeof retryAfter === 'string' ? retryAfter : null);
  outgoing.writeHead(response.statusCode, answerHeaders(response.headers));
  const reader =
    protocol === undefined ? undefined : readAnswer(protocol, String(response.headers['content-type'] ?? ''));
  call.cut = !(await passOn(response.body, outgoing, (bytes) => {
    call.responseBytes += bytes.length;
    reader?.take(bytes);
  }));
  call.durationMs = monotonicMs() - started;
  if (protocol === undefined || response.statusCode >= 400) return call;
  const usage = reader?.usage();
  const price = call.model === null ? undefined : priceOf(call.model, prices);
  meter.add(usage, price);
  return { ...call, usage: usage ?? null, costUsd: usage && price ? costOf(usage, price) : null };
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer | 'too-large' | 'cut'> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_REQUEST_BYTES) return 'too-large';
      chunks.push(chunk);
    }
  } catch {
    // The client left before it had asked.
    return 'cut';
  }
  return Buffer.concat(chunks);
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    // The provider says what it thinks of it.
    return undefined;
  }
}

/** Resolves with true if all of it was passed on; else the client's connection breaks, so that it sees no end. */
async function passOn(body: Readable, outgoing: ServerResponse, each: (bytes: Buffer) => void): Promise<boolean> {
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
