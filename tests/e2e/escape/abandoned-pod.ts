/** Starts a container with a process in it, says so, and waits to be killed. */
import { defaultLimits, dockerEnvironment } from '../../../src/environment/index.ts';
import { createScratch } from '../../../src/host/index.ts';

const scratch = createScratch();
const environment = await dockerEnvironment(scratch);
const pod = await environment.createPod(
  { label: 'abandoned', mounts: [], limits: defaultLimits },
  environment.allocateOwner(),
);
await pod.start(['sleep', process.argv[2] ?? '60']);
process.stdout.write('started\n');
