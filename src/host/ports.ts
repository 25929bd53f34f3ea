import { createServer } from 'node:net';
import { InfraError } from '../errors.ts';

/** A TCP port of 127.0.0.1 that is free now. Only used where there is no network namespace of one's own. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (cause) => reject(new InfraError('no-free-port', 'no free port on 127.0.0.1', { cause })));
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new InfraError('no-free-port', 'the system named no port'));
      });
    });
  });
}
