import { rmSync } from 'node:fs';
import { FlagError, parseFlags, USAGE } from './flags.ts';
import { startApi } from './start-api.ts';

function fail(message: string, code: number): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

function readFlags() {
  try {
    return parseFlags(process.argv.slice(2));
  } catch (error) {
    if (error instanceof FlagError) return fail(`${error.message}\n\n${USAGE}`, 2);
    throw error;
  }
}

const flags = readFlags();

const leave = () => {
  for (const address of [flags.api, flags.control])
    if (address.kind === 'socket') rmSync(address.path, { force: true });
  process.exit(0);
};

process.on('SIGTERM', leave);
process.on('SIGINT', leave);
if (flags.exitWithStdin) process.stdin.on('end', leave).resume();

// The client of a broken connection is hostile input like any other: it must not take the others' server away.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  });
}

const running = await startApi(flags).catch((error: unknown) =>
  fail(`The server could not listen: ${error instanceof Error ? error.message : String(error)}`, 1),
);

for (const [name, server] of [
  ['api', running.api],
  ['control', running.control],
] as const) {
  const address = server.address();
  if (address !== null && typeof address === 'object')
    process.stderr.write(`${name} http://127.0.0.1:${address.port}\n`);
}
process.stdout.on('error', leave);
process.stdout.write('ready\n');
