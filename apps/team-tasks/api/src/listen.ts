import { chmodSync, lstatSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';

/** Where a listener is reached: a unix socket, or a port of 127.0.0.1 (0 lets the system choose). */
export type Address = { kind: 'socket'; path: string; mode: number } | { kind: 'port'; port: number };

/** A killed server leaves its socket file behind. Anything that is not a socket is left alone, and listening then fails. */
export function removeStaleSocket(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path, { force: true });
}

export function listen(server: Server, address: Address): Promise<void> {
  if (address.kind === 'socket') removeStaleSocket(address.path);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const listening = () => {
      server.off('error', reject);
      if (address.kind === 'socket') chmodSync(address.path, address.mode);
      resolve();
    };
    if (address.kind === 'socket') server.listen(address.path, listening);
    else server.listen(address.port, '127.0.0.1', listening);
  });
}
