import type { BrowserContext } from '@playwright/test';
import type { AppAccess } from '../../protocol.ts';

/**
 * Lets pages come from the app alone, where the browser is not in a network of its own: a model that follows a link must
 * not end up in the world. What the app's own pages load from elsewhere is theirs.
 */
export async function keepInside(context: BrowserContext, app: AppAccess): Promise<void> {
  if (app.browserPrefix.length > 0) return;
  const { origin } = new URL(app.url);
  await context.route(
    (url) => /^https?:$/.test(url.protocol) && url.origin !== origin,
    async (route) => {
      const request = route.request();
      const isPage = request.isNavigationRequest() && request.frame().parentFrame() === null;
      if (isPage)
        await route.fulfill({ status: 403, contentType: 'text/plain', body: 'This address is not part of the app.' });
      else await route.fallback();
    },
  );
}
