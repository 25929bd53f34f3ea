import { parseArgs } from 'node:util';
import { fixtureNames } from './fixtures/load-fixture.ts';
import type { Address } from './listen.ts';
import type { ApiOptions } from './start-api.ts';

export const USAGE = `team-tasks-api (--api-socket PATH | --api-port N) (--control-socket PATH | --control-port N) [--fixture NAME]
  --api-socket, --api-port          where the front end reaches the API
  --control-socket, --control-port  where judges reach the control plane
  --fixture NAME                    one of ${fixtureNames.join(', ')} (default)
  --exit-with-stdin                 end when standard input ends, so as not to outlive the parent process`;

/** Anybody who reaches the folder of the API's socket may connect; only the owner to the control plane's. */
const SOCKET_MODES = { api: 0o666, control: 0o600 };

export class FlagError extends Error {}

function addressOf(name: 'api' | 'control', socket: string | undefined, port: string | undefined): Address {
  if ((socket === undefined) === (port === undefined)) {
    throw new FlagError(`Give either --${name}-socket or --${name}-port.`);
  }
  if (socket !== undefined) return { kind: 'socket', path: socket, mode: SOCKET_MODES[name] };
  if (!/^\d{1,5}$/.test(port ?? '') || Number(port) > 65_535)
    throw new FlagError(`--${name}-port must be from 0 to 65535.`);
  return { kind: 'port', port: Number(port) };
}

export function parseFlags(args: string[]): ApiOptions & { exitWithStdin: boolean } {
  let values: { [name: string]: string | boolean | undefined };
  try {
    const text = { type: 'string' } as const;
    ({ values } = parseArgs({
      args,
      options: {
        'api-socket': text,
        'api-port': text,
        'control-socket': text,
        'control-port': text,
        fixture: text,
        'exit-with-stdin': { type: 'boolean' },
      },
    }));
  } catch (error) {
    throw new FlagError(error instanceof Error ? error.message : String(error));
  }
  const given = values as Record<string, string | undefined>;
  const fixture = given.fixture ?? 'default';
  if (!fixtureNames.includes(fixture)) {
    throw new FlagError(`There is no fixture "${fixture}". Known are: ${fixtureNames.join(', ')}.`);
  }
  return {
    api: addressOf('api', given['api-socket'], given['api-port']),
    control: addressOf('control', given['control-socket'], given['control-port']),
    fixture,
    exitWithStdin: values['exit-with-stdin'] === true,
  };
}
