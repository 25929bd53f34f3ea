import { monotonicMs, sleep } from '../host/index.ts';

/** Holds back calls to a provider that has asked to wait, for all trials together. */
export interface RateGate {
  /** Resolves when a call may be made; rejects with the signal's reason. */
  open(signal: AbortSignal): Promise<void>;
  /** Takes note of a refusal; returns how long calls now wait, in milliseconds. */
  refused(retryAfter: string | null): number;
}

/** A provider that asks for more is left to the agent's own patience. */
const MAX_WAIT_MS = 120_000;
const DEFAULT_WAIT_MS = 2_000;

export function rateGate(): RateGate {
  let openAt = 0;
  return {
    async open(signal) {
      signal.throwIfAborted();
      while (openAt > monotonicMs()) await sleep(openAt - monotonicMs(), signal);
    },
    refused(retryAfter) {
      const waitMs = Math.min(waitOf(retryAfter), MAX_WAIT_MS);
      openAt = Math.max(openAt, monotonicMs() + waitMs);
      return waitMs;
    },
  };
}

/** `Retry-After` is a number of seconds or a date. */
function waitOf(retryAfter: string | null): number {
  if (retryAfter === null) return DEFAULT_WAIT_MS;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? DEFAULT_WAIT_MS : Math.max(0, at - Date.now());
}
