import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootId, processStartTime } from './process-identity.ts';

const NOTES = 'processes.jsonl';

interface Note {
  pid: number;
  startTime: string;
  boot: string;
}

/** Notes in a scratch folder that a process group was started there, so that a later bugsweep can end it. Linux only. */
export function noteProcess(dir: string, pid: number): void {
  const boot = bootId();
  if (boot === '') return;
  // A leader may have ended before it could be noted, and left others in its group.
  const startTime = processStartTime(pid) ?? '';
  appendFileSync(join(dir, NOTES), `${JSON.stringify({ pid, startTime, boot } satisfies Note)}\n`, { mode: 0o600 });
}

/**
 * Kills what is left of the groups noted in a scratch folder, and processes that left them but kept the home that they
 * were given there. A number alone is no identity: a group is only ours while its leader is the noted process, or has
 * ended (a pid is not given anew while a group has it). Never throws.
 *
 * Pods die with their parent, but for one moment: the inner bubblewrap waits for the outer one, without a signal of its
 * own yet, and waits for ever if the outer one is killed just then. It is known by the files of this folder in its
 * command line.
 */
export function endNotedProcesses(dir: string): void {
  const notes = readNotes(dir);
  const groups = new Set(notes.filter(isStillOurs).map(({ pid }) => pid));
  for (const name of namesIn('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    if (isUnbornPod(pid, dir)) kill(pid);
    if (notes.length === 0) continue;
    const { group, session } = groupOf(pid);
    if (groups.has(group) || groups.has(session) || homeOf(pid).startsWith(`${dir}/`)) kill(pid);
  }
}

function isUnbornPod(pid: number, dir: string): boolean {
  const [program = '', ...args] = read(`/proc/${pid}/cmdline`).split('\0');
  return /(^|\/)bwrap$/.test(program) && args.some((arg) => arg.startsWith(`${dir}/`));
}

function readNotes(dir: string): Note[] {
  const boot = bootId();
  return read(join(dir, NOTES))
    .split('\n')
    .flatMap((line) => parseNote(line) ?? [])
    .filter((note) => note.boot === boot);
}

function parseNote(line: string): Note | undefined {
  try {
    const { pid, startTime, boot } = JSON.parse(line);
    // 0 and 1 as a group would be everybody's.
    return Number.isInteger(pid) && pid > 1 ? { pid, startTime: String(startTime), boot: String(boot) } : undefined;
  } catch {
    // The last line, cut short by a kill.
    return undefined;
  }
}

function isStillOurs({ pid, startTime }: Note): boolean {
  const now = processStartTime(pid);
  return now === undefined || now === startTime;
}

function groupOf(pid: number): { group: number; session: number } {
  const stat = read(`/proc/${pid}/stat`);
  // The command name may hold spaces and parentheses: fields are counted after the last one.
  const [, , group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { group: Number(group ?? 0), session: Number(session ?? 0) };
}

function homeOf(pid: number): string {
  const home = read(`/proc/${pid}/environ`)
    .split('\0')
    .find((each) => each.startsWith('HOME='));
  return home?.slice('HOME='.length) ?? '';
}

/** Empty for what is gone, not ours to read, or not on this system. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone since it was listed.
  }
}
