import { type Page, type Request, test } from '@playwright/test';

/** A page that takes longer than this to answer, or waits longer for an answer, is not at rest. */
const SLOW_MS = 1_000;
const BEAT_EVERY_MS = 250;
/** What a check may wait beyond its own bounds, all in all: a page that never rests comes to an end too. */
const MAX_EXTRA_MS = 45_000;

/** Requests of these kinds stay open for as long as the page does. */
const STAY_OPEN: ReadonlySet<string> = new Set(['eventsource', 'websocket', 'media', 'ping']);

/** Pages of the check that runs now, each with the requests that wait for their answer. */
let open = new Map<Page, Map<Request, number>>();
/** When an answer last came that had been long in coming: what the page makes of it takes its time too. */
let lateAnswerAt = 0;
let extraMs = 0;

/** A worker plays one check at a time. */
export function startPatience(): void {
  open = new Map();
  lateAnswerAt = 0;
  extraMs = 0;
}

export function follow(page: Page): void {
  const waiting = new Map<Request, number>();
  open.set(page, waiting);
  page.on('request', (request) => {
    if (!STAY_OPEN.has(request.resourceType())) waiting.set(request, Date.now());
  });
  const answered = (request: Request) => {
    if (isLong(waiting.get(request))) lateAnswerAt = Date.now();
    waiting.delete(request);
  };
  page.on('requestfinished', answered);
  page.on('requestfailed', answered);
  page.on('close', () => open.delete(page));
}

/**
 * Does what has a bound in time, and does it again if it was not done in time while a page of the check was busy: a
 * bound is for what a page at rest does not do, and a loaded machine is no fault of the patch.
 */
export async function patiently<T>(act: () => Promise<T>, isLate: (error: unknown) => boolean): Promise<T> {
  for (;;) {
    const startedAt = Date.now();
    const watch = watchPages();
    try {
      return await act();
    } catch (error) {
      if (!isLate(error) || !watch.wasBusy() || extraMs >= MAX_EXTRA_MS) throw error;
    } finally {
      watch.end();
    }
    const tookMs = Date.now() - startedAt;
    extraMs += tookMs;
    const info = test.info();
    if (info.timeout > 0) info.setTimeout(info.timeout + tookMs);
  }
}

/** Requests of a page that wait for their answer. */
export const waitingRequests = (page: Page): number => open.get(page)?.size ?? 0;

interface Watch {
  wasBusy(): boolean;
  end(): void;
}

const isLong = (since: number | undefined): boolean => since !== undefined && Date.now() - since > SLOW_MS;

function watchPages(): Watch {
  const from = Date.now();
  const askedAt = new Map<Page, number>();
  let isBusy = false;
  let isOver = false;
  const beat = async (page: Page) => {
    await pause(BEAT_EVERY_MS);
    while (!isOver && !page.isClosed()) {
      const startedAt = Date.now();
      askedAt.set(page, startedAt);
      try {
        await page.evaluate(() => 0);
      } catch {
        // It is elsewhere by now, or gone.
      }
      askedAt.delete(page);
      isBusy ||= Date.now() - startedAt > SLOW_MS;
      await pause(BEAT_EVERY_MS);
    }
  };
  for (const page of open.keys()) void beat(page);
  return {
    wasBusy: () =>
      isBusy ||
      lateAnswerAt >= from ||
      [...askedAt.values(), ...[...open.values()].flatMap((waiting) => [...waiting.values()])].some(isLong),
    end: () => {
      isOver = true;
    },
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());
