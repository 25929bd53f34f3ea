// An agent's one way out of its pod: what connects to the port inside is passed to the socket of the gateway outside.
// Usage: node model-hole.mjs <socket> <port>
import { connect, createServer } from 'node:net';

const [socketPath, port] = process.argv.slice(2);
const server = createServer((inside) => {
  const outside = connect(socketPath);
  const end = () => {
    inside.destroy();
    outside.destroy();
  };
  inside.on('error', end).on('close', end).pipe(outside);
  outside.on('error', end).on('close', end).pipe(inside);
});
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
