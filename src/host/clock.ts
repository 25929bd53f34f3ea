import { setTimeout as delay } from 'node:timers/promises';

/** Wall clock as ISO 8601 UTC. */
export const isoNow = (): string => new Date().toISOString();

/** Monotonic milliseconds, for durations only. */
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** Resolves after `ms`, or rejects with the signal's reason. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal ? { signal } : undefined);
}
