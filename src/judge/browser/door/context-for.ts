import type { BrowserContextOptions } from '@playwright/test';
import type { BehaviorTest, SetUp } from '../../../schema/index.ts';
import type { AppAccess } from '../protocol.ts';

/**
 * The browser context that a test begins with. What it shall find stored is put there by the browser before the app is
 * opened: the app has no say in it, and what the app changes later stays changed after a reload.
 */
export function contextFor(
  { url }: Pick<AppAccess, 'url'>,
  { viewport, setup = [] }: Pick<BehaviorTest, 'viewport' | 'setup'>,
): BrowserContextOptions {
  const localStorage = [...stored(setup)].map(([name, value]) => ({ name, value }));
  return {
    ...(viewport === undefined ? {} : { viewport }),
    ...(localStorage.length === 0
      ? {}
      : { storageState: { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] } }),
  };
}

/** A new context has nothing stored, so what counts is what the last `clear` and all after it say. */
function stored(setup: readonly SetUp[]): Map<string, string> {
  const items = new Map<string, string>();
  for (const item of setup) {
    if ('clearLocalStorage' in item) items.clear();
    else for (const [name, value] of Object.entries(item.setLocalStorage)) items.set(name, value);
  }
  return items;
}
