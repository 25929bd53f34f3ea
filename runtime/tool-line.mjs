// What a program in a pod starts as a server of tools: passes its words on to a unix socket, behind which the tools are.
// Usage: node tool-line.mjs <socket>
import { connect } from 'node:net';

const line = connect(process.argv[2]);
line.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
line.on('close', () => process.exit(0));
process.stdin.pipe(line);
line.pipe(process.stdout);
