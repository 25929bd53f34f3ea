import type Docker from 'dockerode';
import type { Owner, Pod, PodProduct, PodSpec } from '../environment.ts';
import { createDockerPod, createProductPod } from './docker-pod.ts';

/**
 * Two containers as one pod: commands run in the one, with the machine's programs; the product runs in the other, with
 * its image's. They share a network, their limits are the same for each, and they are frozen and killed together.
 */
export async function createPodWithProduct(
  engine: Docker,
  spec: PodSpec & { product: PodProduct },
  place: { owner: Owner | undefined; dir: string },
): Promise<Pod> {
  const product = await createProductPod(engine, spec, place);
  let pod: Pod;
  try {
    pod = await createDockerPod(engine, spec, { ...place, networkOf: product.container.id });
  } catch (error) {
    await product.kill();
    throw error;
  }
  const kill = async () => {
    await Promise.all([pod.kill(), product.kill()]);
  };
  // One that has been ended takes the other along.
  for (const each of [pod, product]) void each.ended.then(kill);
  return {
    sandbox: pod.sandbox,
    owner: pod.owner,
    get breach() {
      return pod.breach ?? product.breach;
    },
    ended: Promise.all([pod.ended, product.ended]).then(() => undefined),
    path: (inside) => pod.path(inside),
    port: (wanted) => pod.port(wanted),
    start: (argv, options) => pod.start(argv, options),
    run: (argv, options) => pod.run(argv, options),
    startInProduct: (argv, options) => product.start(argv, options),
    networkOnlyPrefix: (mounts) => pod.networkOnlyPrefix(mounts),
    // The product is the task's; what an agent starts, it starts here.
    processes: () => pod.processes(),
    whileFrozen: (work) => pod.whileFrozen(() => product.whileFrozen(work)),
    kill,
  };
}
