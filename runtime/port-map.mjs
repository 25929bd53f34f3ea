// Lets a product that listens on one port of the pod be found on another. Usage: node port-map.mjs <shown> <listening>
import { connect, createServer } from 'node:net';

const [shown, listening] = process.argv.slice(2).map(Number);
const server = createServer((outside) => {
  const inside = connect(listening, '127.0.0.1');
  const end = () => {
    inside.destroy();
    outside.destroy();
  };
  inside.on('error', end).on('close', end).pipe(outside);
  outside.on('error', end).on('close', end).pipe(inside);
});
server.listen(shown, '127.0.0.1', () => process.stdout.write('ready\n'));
