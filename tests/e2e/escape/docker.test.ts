import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dockerEnvironment } from '../../../src/environment/index.ts';
import { processesWith } from '../bugsweep.ts';
import { podsKeepTheContract } from './conformance/contract.ts';
import { filesStayClosed } from './conformance/files.ts';
import { limitsHold } from './conformance/limits.ts';
import { networkStaysClosed } from './conformance/network.ts';
import { inContainers, testEngine } from './docker-engine.ts';
import { placeIn } from './pod-under-attack.ts';

const engine = await testEngine();

/** Containers are held to the same as bubblewrap. */
describe.skipIf(engine === undefined)(inContainers('containers, where an engine can be started'), () => {
  beforeAll(() => {
    process.env.DOCKER_HOST = engine?.host;
  });
  afterAll(() => engine?.stop());
  const place = placeIn(dockerEnvironment);

  it('end with whoever has started them, however that ended', async () => {
    const program = join(dirname(fileURLToPath(import.meta.url)), 'abandoned-pod.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', program, '98765'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    // The engine answers before the container's init has become the command.
    await expect.poll(() => processesWith('sleep 98765').length, { timeout: 20_000 }).toBe(1);
    child.kill('SIGKILL');
    await expect.poll(() => processesWith('sleep 98765'), { timeout: 20_000 }).toEqual([]);
  });

  it('that outlived their bugsweep, with their engine, are removed at the next start; those of others stay', async () => {
    const docker = new Docker();
    const { pod, scratch } = await place.openField();
    expect(pod.sandbox).toBe('docker');
    const [mine] = await docker.listContainers({ filters: { label: ['bugsweep.owner'] } });
    const left = async (owner: string) => {
      const options = { Image: mine?.ImageID ?? '', Cmd: ['sleep', '1'], Labels: { 'bugsweep.owner': owner } };
      return (await docker.createContainer(options)).id;
    };
    const owner = JSON.parse(mine?.Labels['bugsweep.owner'] ?? '{}');
    const [dead, foreign] = [await left(JSON.stringify({ ...owner, startTime: '1' })), await left('not ours')];
    await dockerEnvironment(scratch);
    const there = (await docker.listContainers({ all: true })).map(({ Id }) => Id);
    expect(there).toEqual(expect.arrayContaining([mine?.Id, foreign]));
    expect(there).not.toContain(dead);
    await docker.getContainer(foreign).remove();
    await pod.kill();
    await scratch.dispose();
    expect((await docker.listContainers({ all: true })).map(({ Id }) => Id)).not.toContain(mine?.Id);
  });

  podsKeepTheContract(place);
  filesStayClosed(place);
  networkStaysClosed(place);
  limitsHold(place);
});
