/**
 * Pods on this machine: bubblewrap where it works, or nothing at all where the user insists. Part of `environment`.
 * Must not know what runs in a pod.
 */
import { chmodSync, chownSync } from 'node:fs';
import { errorText } from '../../errors.ts';
import { type Scratch, sleep } from '../../host/index.ts';
import { defaultLimits, type Environment, type Owner, type PodSpec } from '../environment.ts';
import { createLocalPod } from './local-pod.ts';
import { createOpenPod } from './open-pod.ts';
import { allocateOwner } from './owners.ts';
import { reachableMounts } from './reachable.ts';

/** Every trial in bubblewrap pods under an unprivileged user. */
export function localEnvironment(scratch: Scratch): Environment {
  return {
    name: 'local',
    sandbox: 'bwrap',
    allocateOwner,
    createPod: (spec: PodSpec, owner: Owner | undefined) => {
      const dir = scratch.newDir(`pod-${spec.label}`);
      chmodSync(dir, 0o755);
      return createLocalPod({ ...spec, mounts: reachableMounts(spec.mounts, owner, dir) }, owner, dir);
    },
  };
}

/** No protection: for machines without bubblewrap, on the user's explicit wish. The record shows it. */
export function openEnvironment(scratch: Scratch): Environment {
  return {
    name: 'local',
    sandbox: 'none',
    allocateOwner: () => undefined,
    createPod: (spec: PodSpec) => createOpenPod(spec, scratch.newDir(`pod-${spec.label}`), scratch.note),
  };
}

/** Tries the whole mechanism once. Returns undefined if it works, else what went wrong. */
export async function probeSandbox(scratch: Scratch): Promise<string | undefined> {
  const environment = localEnvironment(scratch);
  try {
    const owner = environment.allocateOwner();
    const dir = scratch.newDir('probe');
    if (owner !== undefined) chownSync(dir, owner.uid, owner.gid);
    const mounts = [{ at: '/workspace', kind: 'write' as const, from: dir }];
    const pod = await environment.createPod({ label: 'probe', mounts, limits: defaultLimits }, owner);
    try {
      const result = await pod.run(['node', '-e', 'process.stdout.write(String(process.getuid()))'], {
        timeoutMs: 20_000,
      });
      return result.stdout.toString() === '0' || result.exitCode !== 0
        ? `${result.stderr}`.trim() || 'no answer'
        : undefined;
    } finally {
      await pod.kill();
      await sleep(0);
    }
  } catch (error) {
    const output = error !== null && typeof error === 'object' && 'output' in error ? error.output : undefined;
    return typeof output === 'string' && output !== '' ? output : errorText(error);
  }
}
