import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Start time of a process in clock ticks since boot (field 22 of /proc/<pid>/stat), or undefined if it is gone or a
 * zombie. A pid alone is not an identity: it is reused.
 */
export function processStartTime(pid: number): string | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return startTimeWithoutProc(pid);
  }
  // The command name may hold spaces and parentheses: fields are counted after the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

function startTimeWithoutProc(pid: number): string | undefined {
  if (process.platform === 'linux') return undefined;
  try {
    process.kill(pid, 0);
    return 'alive';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? 'alive' : undefined;
  }
}

/** True if the process with this pid is the one that started at `startTime`. */
export function isAlive(pid: number, startTime: string): boolean {
  return processStartTime(pid) === startTime;
}

/** What tells a process from every other one that ever ran on this machine, in its containers too. */
export interface ProcessIdentity {
  pid: number;
  startTime: string;
  /** The machine's boot, and the pid namespace that the pid counts in. Absent in what was written before it was kept. */
  space?: string | undefined;
}

export const ownIdentity = (): ProcessIdentity => ({
  pid: process.pid,
  startTime: processStartTime(process.pid) ?? '',
  space: ownSpace(),
});

/** A stored identity; undefined for anything else. */
export function readIdentity(text: string): ProcessIdentity | undefined {
  try {
    const { pid, startTime, space } = JSON.parse(text);
    if (typeof pid !== 'number' || typeof startTime !== 'string') return undefined;
    return { pid, startTime, space: typeof space === 'string' ? space : undefined };
  } catch {
    // Cut short, or damaged.
    return undefined;
  }
}

/** `unseen`: it counts in another pid namespace of this boot (another container), so nobody here can tell. */
export function stateOf({ pid, startTime, space = ownSpace() }: ProcessIdentity): 'alive' | 'dead' | 'unseen' {
  if (space === ownSpace()) return isAlive(pid, startTime) ? 'alive' : 'dead';
  return space.startsWith(`${bootId()} `) ? 'unseen' : 'dead';
}

const ownSpace = (): string => `${bootId()} ${pidNamespace()}`;

/** Empty where the system tells no such thing. */
export function bootId(): string {
  return orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
}

const pidNamespace = (): string => orEmpty(() => readlinkSync('/proc/self/ns/pid'));

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
