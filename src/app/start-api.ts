import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment, Owner, Pod } from '../environment/index.ts';
import { defaultLimits } from '../environment/index.ts';
import { InfraError } from '../errors.ts';
import { sleep, tail } from '../host/index.ts';
import { callControl } from './control-plane.ts';
import { giveTo } from './give-to.ts';
import type { PreparedApp } from './prepared-app.ts';

export interface RunningApi {
  /** Host folder with the one socket that the app's pod is given. */
  readonly apiSocketDir: string;
  /** Host path of the control plane's socket, which no pod of the app is given. */
  readonly controlSocket: string;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 30_000;
const INSIDE = '/run/sockets';

/** Starts the API in a pod of its own. @throws InfraError `api-failed`: the API is ours, so it is never the patch's fault. */
export async function startApi(
  app: PreparedApp,
  options: { environment: Environment; owner: Owner | undefined; dir: string; fixture: string; faults: unknown[] },
): Promise<RunningApi> {
  const { environment, owner, dir, fixture, faults } = options;
  const api = app.manifest.api;
  if (api === undefined || app.apiDir === undefined) throw new InfraError('api-failed', 'the application has no API');
  const sockets = join(dir, 'sockets');
  for (const name of ['api', 'control']) mkdirSync(join(sockets, name), { recursive: true });
  chmodSync(sockets, 0o711);
  giveTo(sockets, owner);
  const pod = await environment.createPod(
    {
      label: 'api',
      mounts: [
        { at: '/srv/api', kind: 'read', from: app.apiDir },
        { at: INSIDE, kind: 'write', from: sockets },
      ],
      limits: { ...defaultLimits, processes: 64, memoryBytes: 1 << 30, fileBytes: 64 << 20, diskBytes: 64 << 20 },
    },
    owner,
  );
  const inside = {
    apiSocket: pod.path(`${INSIDE}/api/api.sock`),
    controlSocket: pod.path(`${INSIDE}/control/control.sock`),
  };
  const argv = api.start.map((word) =>
    word.replace('{apiSocket}', inside.apiSocket).replace('{controlSocket}', inside.controlSocket),
  );
  await startIn(pod, argv);
  const controlSocket = join(sockets, 'control/control.sock');
  const running: RunningApi = {
    apiSocketDir: join(sockets, 'api'),
    controlSocket,
    reset: async () => void (await callControl(controlSocket, 'POST', '/reset', { fixture, faults })),
    stop: () => pod.kill(),
  };
  try {
    await running.reset();
  } catch (error) {
    await pod.kill();
    throw error;
  }
  return running;
}

async function startIn(pod: Pod, argv: readonly string[]): Promise<void> {
  let ready = false;
  const running = await pod.start(argv, {
    cwd: '/srv/api',
    onStdout: (chunk) => {
      ready ||= chunk.toString().includes('ready');
    },
  });
  let ended = false;
  void running.exited.then(() => {
    ended = true;
  });
  for (let waited = 0; !ready && !ended && waited < START_TIMEOUT_MS; waited += 10) await sleep(10);
  if (ready) return;
  await pod.kill();
  throw new InfraError('api-failed', 'the API of the application did not start', { output: tail(running.output()) });
}
