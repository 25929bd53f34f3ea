import type { Pod } from '../environment/index.ts';

/** The product as started for one agent or one judge. Whoever starts it stops it. */
export interface RunningApp {
  /** Address inside the app's network. */
  readonly url: string;
  readonly pod: Pod;
  /** Unix socket of the API's control plane; null if the app has no API. */
  readonly controlSocket: string | null;
  /** Host folder of the dev server's cache, if this app has one of its own. */
  readonly cacheDir: string | null;
  /** Puts the product back to its first state, and returns when that is in effect. @throws AppNotReady, InfraError */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** The app did not become ready, or died. Says nothing of whose fault that is. */
export class AppNotReady extends Error {
  override readonly name = 'AppNotReady';
  constructor(
    readonly code: 'app-not-ready' | 'app-died',
    message: string,
  ) {
    super(message);
  }
}
