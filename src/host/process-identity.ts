import { readFileSync } from 'node:fs';

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
