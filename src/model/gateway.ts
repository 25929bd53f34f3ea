import { chmodSync, chownSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { appendLine } from '../host/index.ts';
import type { ModelCall } from '../schema/index.ts';
import { exchange } from './exchange.ts';
import type { GatewayOptions, Standing } from './gateway-options.ts';

/** The one way out of an agent's pod: to the endpoint of its model. */
export interface Gateway {
  readonly socketPath: string;
  /** How the model's work went so far. */
  standing(): Standing;
  /** Cuts what is going on, and waits until it is counted. Later requests are answered again. */
  cut(): Promise<void>;
  /** Cuts what is going on, and waits until every line of the log is written. @throws InfraError */
  close(): Promise<void>;
}

/** Models think for long before the first byte and between two; the trial's own deadline ends them. */
const PATIENCE_MS = 30 * 60_000;
/** Of one agent; more wait. Each may hold a body. */
const MAX_UNDER_WAY = 8;
const MAX_CONNECTIONS = 64;
/** Refusals are cheap to provoke: more of them are not written down. */
const MAX_LOGGED_REFUSALS = 1_000;

/**
 * Passes requests for the model's work on to the provider, with the user's key, and everything else not. The agent has
 * no key, names no host, and is told at once what is refused.
 */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const dispatcher = dispatcherFor(options.provider.baseUrl);
  const queue = new PQueue({ concurrency: MAX_UNDER_WAY });
  const underWay = new Set<Promise<void>>();
  const standing: Standing = { asked: 0, answered: 0, trouble: undefined };
  let cutting = new AbortController();
  let capTold = false;
  let refusals = 0;
  let failure: { error: unknown } | undefined;

  const note = async (call: ModelCall) => {
    const reason = options.meter.reached();
    if (reason !== undefined && !capTold) {
      capTold = true;
      options.onCap(reason);
    }
    if (call.refusal !== null) refusals += 1;
    if (call.refusal !== null && refusals > MAX_LOGGED_REFUSALS) return;
    await appendLine(options.logPath, JSON.stringify(call));
  };
  const server = createServer((incoming, outgoing) => {
    const signal = cutting.signal;
    const done = queue
      .add(() => exchange({ incoming, outgoing, dispatcher, signal, standing }, options))
      .then(note)
      .catch((error: unknown) => {
        // Told when the gateway closes: nothing may be thrown where requests arrive.
        failure ??= { error };
        outgoing.destroy();
      })
      .finally(() => underWay.delete(done));
    underWay.add(done);
  });
  server.maxConnections = MAX_CONNECTIONS;
  const socketPath = join(options.dir, 'model.sock');
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketPath, resolve));
  chmodSync(socketPath, 0o600);
  if (options.owner !== undefined) chownSync(socketPath, options.owner.uid, options.owner.gid);
  const cut = async () => {
    const last = cutting;
    cutting = new AbortController();
    last.abort();
    await Promise.all(underWay);
  };
  return {
    socketPath,
    standing: () => ({ ...standing }),
    cut,
    close: async () => {
      server.close();
      cutting.abort();
      server.closeAllConnections();
      await Promise.all(underWay);
      await dispatcher.destroy();
      if (failure !== undefined) throw failure.error;
    },
  };
}

/** The machine's own proxy is used as by every program, but not for this machine's own loopback. */
function dispatcherFor(url: string): Dispatcher {
  const patience = { headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS };
  const isLoopback = /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
  return isLoopback ? new Agent(patience) : new EnvHttpProxyAgent(patience);
}
