import { existsSync } from 'node:fs';
import type { ContainerCreateOptions } from 'dockerode';
import { commandEnv } from '../command-env.ts';
import type { Mount, Owner, PodProduct, PodSpec } from '../environment.ts';
import { gidOf, uidOf } from '../identity.ts';
import { DEFAULT_EMPTY_BYTES, SHARED_MEMORY_BYTES, type SystemPaths, VOLATILE } from '../system-paths.ts';
import { ownIdentityLabel } from './leftovers.ts';

/**
 * First process of a pod. It ends with bugsweep, whose end of its standard input closes then, and with it the container;
 * whoever kills the `cat` inside only has it started again.
 */
const WAIT = 'until cat >/dev/null; do :; done';

/** Beyond the pod's own limit, by which the watchdog ends it: the kernel's is for what is faster than a look. */
const MEMORY_MARGIN = 1.1;

interface PodContainer {
  image: string;
  owner: Owner | undefined;
  system: SystemPaths;
  /** Container whose network it shares; none of its own otherwise. */
  networkOf?: string;
}

/** A pod as a container: no network, no capability, nothing writable but what is mounted so, limits of the kernel. */
export function containerOptions(spec: PodSpec, { image, owner, system, networkOf }: PodContainer) {
  const waiting = waitingContainer(spec, owner);
  return {
    ...waiting,
    Image: image,
    Env: Object.entries(commandEnv({})).map(([name, value]) => `${name}=${value}`),
    // Who shares a network shares its name.
    ...(networkOf === undefined ? { Hostname: 'bugsweep' } : {}),
    HostConfig: {
      ...waiting.HostConfig,
      NetworkMode: networkOf === undefined ? 'none' : `container:${networkOf}`,
      ReadonlyRootfs: true,
      Mounts: [...systemBinds(system), ...spec.mounts.flatMap(bindOf)],
      Tmpfs: tmpfsOf([...VOLATILE, ...emptyOf(spec.mounts)], owner),
    },
  } satisfies ContainerCreateOptions;
}

/**
 * The container of a product: its image's own files and programs, under the pod's user, and of the pod's mounts what
 * lies in the workspace.
 */
export function productOptions(spec: PodSpec, product: PodProduct, owner: Owner | undefined) {
  const waiting = waitingContainer(spec, owner);
  const inside = spec.mounts.flatMap((mount) =>
    /^\/workspace(\/|$)/.test(mount.at)
      ? [{ ...mount, at: `${product.workspace}${mount.at.slice('/workspace'.length)}` }]
      : [],
  );
  const mounts = [...inside, ...product.mounts];
  return {
    ...waiting,
    Image: product.image,
    Hostname: 'bugsweep',
    HostConfig: {
      ...waiting.HostConfig,
      NetworkMode: 'none',
      Mounts: mounts.flatMap(bindOf),
      Tmpfs: tmpfsOf([{ at: '/tmp', sizeBytes: 1024 << 20 }, ...emptyOf(mounts)], owner),
    },
  } satisfies ContainerCreateOptions;
}

function waitingContainer({ label, limits }: PodSpec, owner: Owner | undefined) {
  const memory = Math.ceil(limits.memoryBytes * MEMORY_MARGIN);
  return {
    ...{ Entrypoint: ['/bin/sh', '-c', WAIT], Cmd: [] as string[], WorkingDir: '/' },
    User: `${uidOf(owner)}:${gidOf(owner)}`,
    Labels: { ...ownIdentityLabel(), 'bugsweep.pod': label },
    ...{ AttachStdin: true, OpenStdin: true, StdinOnce: true, AttachStdout: false, AttachStderr: false },
    Healthcheck: { Test: ['NONE'] },
    HostConfig: {
      AutoRemove: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      PidsLimit: limits.processes,
      ...{ Memory: memory, MemorySwap: memory, ShmSize: SHARED_MEMORY_BYTES },
      OomScoreAdj: 500,
      Ulimits: [
        { Name: 'fsize', Soft: limits.fileBytes, Hard: limits.fileBytes },
        { Name: 'core', Soft: 0, Hard: 0 },
      ],
      LogConfig: { Type: 'none', Config: {} },
    },
  };
}

const emptyOf = (mounts: readonly Mount[]) =>
  mounts.flatMap(({ at, kind, sizeBytes }) =>
    kind === 'empty' ? [{ at, sizeBytes: sizeBytes ?? DEFAULT_EMPTY_BYTES }] : [],
  );

function tmpfsOf(
  folders: readonly { at: string; sizeBytes: number }[],
  owner: Owner | undefined,
): Record<string, string> {
  const owned = `uid=${uidOf(owner)},gid=${gidOf(owner)},mode=755`;
  return Object.fromEntries(folders.map(({ at, sizeBytes }) => [at, `exec,${owned},size=${sizeBytes}`]));
}

interface Bind {
  Type: 'bind';
  Source: string;
  Target: string;
  ReadOnly: boolean;
  BindOptions: { Propagation: 'rprivate' };
}

const bind = (from: string, at: string, isReadOnly: boolean): Bind => ({
  ...{ Type: 'bind', Source: from, Target: at, ReadOnly: isReadOnly, BindOptions: { Propagation: 'rprivate' } },
});

function systemBinds({ folders, files }: SystemPaths): Bind[] {
  const there = files.filter(({ from }) => existsSync(from));
  return [...folders, ...there].map(({ from, at }) => bind(from, at, true));
}

const bindOf = ({ at, kind, from = '' }: Mount): Bind[] => (kind === 'empty' ? [] : [bind(from, at, kind === 'read')]);
