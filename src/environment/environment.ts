import type { ProcessResult, RunningProcess } from '../host/index.ts';

/** A host folder or file shown inside a pod. Order matters: later mounts lie over earlier ones. */
export interface Mount {
  /** Absolute path inside the pod. */
  at: string;
  /** `read` and `write` bind `from`; `empty` is memory that vanishes with the pod. */
  kind: 'read' | 'write' | 'empty';
  /** Absolute host path; unused for `empty`. */
  from?: string;
  /** Size of an `empty` mount; default 64 MiB. */
  sizeBytes?: number;
}

export interface PodLimits {
  /** Processes and threads together. */
  processes: number;
  /** Memory of all processes of the pod and of its file systems in memory, shared pages counted once at most. */
  memoryBytes: number;
  /** Largest file that a process may write. */
  fileBytes: number;
  /** Space and entries of all `write` mounts together, with removed files that are still open. */
  diskBytes: number;
  diskEntries: number;
}

/** A product that comes as an image, to run in a container of its own beside the commands of a pod. */
export interface PodProduct {
  image: string;
  /** Folder of the image that `/workspace`, and what lies in it, takes the place of. */
  workspace: string;
  /** What only the product sees. */
  mounts: readonly Mount[];
}

export interface PodSpec {
  /** Short name for logs and folders. */
  label: string;
  mounts: readonly Mount[];
  limits: PodLimits;
  /** Shares the pod's network, is frozen with it and ends with it. Only where the environment has images. */
  product?: PodProduct;
}

export interface PodCommand {
  /** Path inside the pod; default `/`. */
  cwd?: string;
  /** Whole environment beside PATH, HOME, LANG and TMPDIR, which every command gets. Values never reach an argv. */
  env?: Readonly<Record<string, string>>;
  input?: string | Uint8Array;
  keepInput?: boolean;
  logPath?: string;
  maxOutputBytes?: number;
  onStdout?: (chunk: Buffer) => void;
}

/** Why the watchdog ended a pod. */
export interface LimitBreach {
  limit: 'memory' | 'disk' | 'disk-entries';
  used: number;
  allowed: number;
}

/** A process of a pod, as the pod counts. Its words are its own: they may say anything. */
export interface PodProcess {
  pid: number;
  parent: number;
  argv: string[];
}

/** A running sandbox with loopback only. Whoever creates it kills it. */
export interface Pod {
  readonly sandbox: SandboxKind;
  /** User that owns files written inside, as seen on the host. Undefined: the user of bugsweep itself. */
  readonly owner: Owner | undefined;
  /** Set when the watchdog has ended the pod. */
  readonly breach: LimitBreach | undefined;
  /** Resolves when the pod is gone, killed or breached. */
  readonly ended: Promise<void>;
  /** What a path inside the pod is called by a command running there. Differs only without a sandbox. */
  path(inside: string): string;
  /** Port that a server inside should take when it wants `wanted`. Differs only without a sandbox. */
  port(wanted: number): Promise<number>;
  start(argv: readonly string[], options?: PodCommand): Promise<RunningProcess>;
  /** Runs to the end, the deadline, or the signal, then kills that command's group (not the pod). */
  run(
    argv: readonly string[],
    options: PodCommand & { timeoutMs: number; signal?: AbortSignal },
  ): Promise<ProcessResult>;
  /** As `start`, in the container of the pod's product, with the image's programs. Absent without a product. */
  startInProduct?(argv: readonly string[], options?: PodCommand): Promise<RunningProcess>;
  /** Command line prefix for a trusted program that shares nothing with the pod but its network, and sees `mounts`. */
  networkOnlyPrefix(mounts?: readonly Mount[]): readonly string[];
  /** What runs in the pod now. Without a sandbox nobody can tell: none. */
  processes(): Promise<PodProcess[]>;
  /** Stops every process of the pod for as long as `work` takes, so that nothing changes under it. */
  whileFrozen<T>(work: () => Promise<T>): Promise<T>;
  /** Kills every process of the pod and waits until none is left. Idempotent. */
  kill(): Promise<void>;
}

/** `docker`: a container in bubblewrap's place. `none` gives no protection at all and is only used when the user asks for it. */
export type SandboxKind = 'bwrap' | 'docker' | 'none';

export interface Owner {
  uid: number;
  gid: number;
}

/** Images of products, as far as the engine has them: nothing is fetched. @throws TaskError `no-image`, `bad-image` */
export interface Images {
  /** What the image runs by itself, and where. */
  commandOf(image: string): Promise<{ argv: string[]; cwd: string }>;
  /** A folder of the image as a folder of this machine, to read only; made once. */
  folderOf(image: string, path: string): Promise<string>;
}

export interface Environment {
  readonly name: string;
  readonly sandbox: SandboxKind;
  /** User that the next pod's files must belong to; one per trial, so that trials cannot touch each other's. */
  allocateOwner(): Owner | undefined;
  /** Absent where there are none. */
  readonly images?: Images;
  /** @throws InfraError `pod-failed` */
  createPod(spec: PodSpec, owner: Owner | undefined): Promise<Pod>;
}

const MIB = 1 << 20;

/** Enough for a dev server, a test run and two browsers. */
export const defaultLimits: PodLimits = {
  processes: 1024,
  memoryBytes: 6 * 1024 * MIB,
  fileBytes: 512 * MIB,
  diskBytes: 2048 * MIB,
  diskEntries: 200_000,
};
