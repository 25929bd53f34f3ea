/**
 * Pods as containers of an engine on this machine. Part of `environment`.
 * Must not know what runs in a pod.
 */
import { errorText, UserError } from '../../errors.ts';
import type { Scratch } from '../../host/index.ts';
import type { Environment, Owner, PodSpec } from '../environment.ts';
import { allocateOwner } from '../local/owners.ts';
import { createDockerPod } from './docker-pod.ts';
import { imagesOf } from './images.ts';
import { removeLeftovers } from './leftovers.ts';
import { createPodWithProduct } from './pod-with-product.ts';

/**
 * Every trial in containers under an unprivileged user. The engine is the one that `DOCKER_HOST` names, or the
 * machine's own; it must run here, since folders of this machine are mounted.
 * @throws UserError `no-engine`, `not-root`
 */
export async function dockerEnvironment(scratch: Scratch): Promise<Environment> {
  if (process.getuid?.() !== 0) {
    throw new UserError(
      'not-root',
      'containers can only be used by root: the judge’s browser has to enter their network',
      'run bugsweep as root, or leave --environment docker out; the sandbox of bubblewrap needs no root',
    );
  }
  const { default: Docker } = await import('dockerode');
  const engine = new Docker();
  try {
    await engine.ping();
    await removeLeftovers(engine);
  } catch (error) {
    throw new UserError(
      'no-engine',
      `no container engine answers: ${errorText(error)}`,
      'start it, or say where it listens: DOCKER_HOST=unix:///path/to/docker.sock',
    );
  }
  return {
    name: 'docker',
    sandbox: 'docker',
    allocateOwner,
    images: imagesOf(engine),
    createPod: (spec: PodSpec, owner: Owner | undefined) => {
      const place = { owner, dir: scratch.newDir(`pod-${spec.label}`) };
      const { product } = spec;
      return product === undefined
        ? createDockerPod(engine, spec, place)
        : createPodWithProduct(engine, { ...spec, product }, place);
    },
  };
}
