import type { Page } from '@playwright/test';
import { waitingRequests } from './patience.ts';

const QUIET_MS = 300;
/** A page that never comes to rest (a clock, a spinner) is looked at as it is. */
const MAX_UNREST_MS = 6_000;

/** Waits until the page asks for nothing and shows the same as a moment ago. */
export async function untilQuiet(page: Page): Promise<void> {
  const endsAt = Date.now() + MAX_UNREST_MS;
  let before = '';
  while (Date.now() < endsAt) {
    const now = await look(page);
    if (now !== undefined && now === before && waitingRequests(page) === 0) return;
    before = now ?? '';
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  }
}

/** What the page shows, in words; undefined while it goes somewhere else. */
async function look(page: Page): Promise<string | undefined> {
  try {
    return await page.locator('body').ariaSnapshot({ timeout: 2_000 });
  } catch {
    return undefined;
  }
}
