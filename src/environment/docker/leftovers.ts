import type Docker from 'dockerode';
import { ownIdentity, readIdentity, stateOf } from '../../host/index.ts';
import { statusOf } from './pod-image.ts';

const LABEL = 'bugsweep.owner';

/** Says of a container which process of bugsweep it belongs to. */
export const ownIdentityLabel = (): Record<string, string> => ({ [LABEL]: JSON.stringify(ownIdentity()) });

/** Removes containers whose bugsweep is gone. They end by themselves; one whose engine was stopped meanwhile does not. */
export async function removeLeftovers(engine: Docker): Promise<void> {
  const all = await engine.listContainers({ all: true, filters: { label: [LABEL] } });
  for (const { Id, Labels } of all) {
    const owner = readIdentity(Labels[LABEL] ?? '');
    if (owner !== undefined && stateOf(owner) === 'dead') await removeContainer(engine.getContainer(Id));
  }
}

/** Kills and removes a container, or finds it gone. */
export async function removeContainer(container: Docker.Container): Promise<void> {
  try {
    await container.remove({ force: true, v: true });
  } catch (error) {
    // Gone, or on its way out: it removes itself.
    if (![404, 409].includes(statusOf(error) ?? 0)) throw error;
  }
}
