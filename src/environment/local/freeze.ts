import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const MAX_PASSES = 50;

/**
 * Sends SIGSTOP to every process of a pod but its first, again until no running one is left: a process may fork while
 * the others are being stopped. Returns the host's pids.
 */
export async function freeze(podProc: string, firstProc: string): Promise<Set<number>> {
  const stopped = new Set<number>();
  const namespace = readlinkSync(`${firstProc}/ns/pid`);
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const running = hostPids(podProc, namespace).filter((pid) => !isStopped(pid));
    if (running.length === 0) break;
    for (const pid of running) {
      signalIfThere(pid, 'SIGSTOP');
      stopped.add(pid);
    }
  }
  return stopped;
}

/** Host pids of the pod's processes, its first (the reaper) and its waiting child left out: they touch no file. */
function hostPids(podProc: string, namespace: string): number[] {
  if (readdirSync(podProc).filter((name) => /^\d+$/.test(name)).length <= 2) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => namespaceOf(pid) === namespace && innerPid(pid) > 2);
}

function namespaceOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    // Not ours to look at, or gone.
    return undefined;
  }
}

function innerPid(pid: number): number {
  const numbers = statusField(pid, 'NSpid')
    .split(/\s+/)
    .filter((word) => word !== '');
  return Number(numbers.at(-1) ?? 0);
}

function isStopped(pid: number): boolean {
  const state = statusField(pid, 'State');
  return state === '' || state.startsWith('T') || state.startsWith('Z');
}

function statusField(pid: number, field: string): string {
  try {
    const line = readFileSync(`/proc/${pid}/status`, 'utf8')
      .split('\n')
      .find((text) => text.startsWith(`${field}:`));
    return line?.slice(field.length + 1).trim() ?? '';
  } catch {
    return '';
  }
}

export function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone since it was listed.
  }
}
