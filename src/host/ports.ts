import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { InfraError } from '../errors.ts';

/** Below the ports that systems give to clients and to whoever does not care which. */
const FIRST = 20_000;
const COUNT = 10_000;
const ATTEMPTS = 200;

/** A port that no other bugsweep process will take, whether anything listens on it yet or not. */
export interface ClaimedPort {
  port: number;
  release(): Promise<void>;
}

/**
 * Claims a TCP port of 127.0.0.1 that nobody listens on. Only used where there is no network namespace of one's own. The
 * claim is a listener of ours on the port `COUNT` below: it is made in one step, and goes with this process.
 * @throws InfraError `no-free-port`
 */
export async function claimPort(): Promise<ClaimedPort> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = FIRST + randomInt(COUNT);
    const claim = await listen(port - COUNT);
    if (claim === undefined) continue;
    const own = await listen(port);
    if (own !== undefined) {
      await close(own);
      return { port, release: () => close(claim) };
    }
    await close(claim);
  }
  throw new InfraError('no-free-port', `no free port on 127.0.0.1 from ${FIRST} to ${FIRST + COUNT - 1}`);
}

/** Undefined if it is taken, or closed to us. */
async function listen(port: number): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy()).unref();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  } catch {
    return undefined;
  }
}

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));
