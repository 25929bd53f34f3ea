import type { PodLimits } from '../environment.ts';

/** A pod as its watchdog sees it. */
export interface Watched {
  /** /proc of the pod's own pid namespace, as the host sees it. */
  procDir: string;
  /** Host folders that the pod may write. */
  writable: readonly string[];
  limits: PodLimits;
  /** Runs a program of the host with the rights of the pod's root over the pod's files; gives what it prints. */
  asPodRoot(argv: readonly string[]): Promise<string>;
}
