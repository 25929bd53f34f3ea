import type { ModelPrice, Usage } from '../schema/index.ts';
import { costOf } from './prices.ts';
import type { Body } from './protocols/protocol.ts';
import { noUsage } from './usage.ts';

/** What one call took. */
export interface Charge {
  /** As the provider counted; null where it did not say. */
  usage: Usage | null;
  /** US dollars; null where tokens or price are unknown. */
  costUsd: number | null;
  /** What is held against a cap: as counted, or as estimated where that is unknown. */
  held: { tokens: number; costUsd: number };
}

export interface CallFacts {
  usage: Usage | undefined;
  price: ModelPrice | undefined;
  /** Billed by other prices than the list's. */
  surcharged: boolean;
  /** What was asked, and how much came back; for the estimate. */
  body: Body;
  responseBytes: number;
}

/** Other tiers cost up to twice the usual price. */
const SURCHARGE = 2;
/** A token of a stream travels in an event of its own. */
const BYTES_PER_STREAMED_TOKEN = 16;
const CHARS_PER_TOKEN = 4;

export function chargeOf({ usage, price, surcharged, body, responseBytes }: CallFacts): Charge {
  const taken = usage ?? {
    ...noUsage,
    inputTokens: Math.ceil(charsOf(body) / CHARS_PER_TOKEN),
    outputTokens: Math.ceil(responseBytes / BYTES_PER_STREAMED_TOKEN),
  };
  const unusual = surcharged || (price?.maxInput !== undefined && taken.inputTokens > price.maxInput);
  const usual = price === undefined ? 0 : costOf(taken, price);
  return {
    usage: usage ?? null,
    costUsd: usage === undefined || price === undefined || unusual ? null : usual,
    held: { tokens: taken.inputTokens + taken.outputTokens, costUsd: unusual ? usual * SURCHARGE : usual },
  };
}

/** Characters of a request that make tokens: pictures and files are none. */
export function charsOf(body: Body): number {
  const words = JSON.stringify(body, (_key, value) =>
    typeof value === 'string' && /^(data:|[A-Za-z0-9+/_-]{4000,}=*$)/.test(value) ? '' : value,
  );
  return words.length;
}
