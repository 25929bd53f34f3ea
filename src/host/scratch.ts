import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { InfraError } from '../errors.ts';
import { isAlive, processStartTime } from './process-identity.ts';

/** Short-lived space of one bugsweep process: workspaces, sockets, pod files. Outside the user's repository. */
export interface Scratch {
  readonly dir: string;
  /** A new empty folder inside; others may pass through but not list. */
  newDir(label: string): string;
  /** Removes everything. */
  dispose(): Promise<void>;
}

const OWNER_FILE = 'owner.json';

/** Root of all scratch folders of this user. Short, because a unix socket's path may have 107 bytes at most. */
export function scratchRoot(): string {
  return join(process.env.BUGSWEEP_TMP ?? passableTmpdir(), `bugsweep-${process.getuid?.() ?? 0}`);
}

/** Root's own TMPDIR may be closed to others (private temporary folders), and so to the users of pods. */
function passableTmpdir(): string {
  if (process.getuid?.() !== 0) return tmpdir();
  return [tmpdir(), '/tmp', '/var/tmp'].find(isPassable) ?? tmpdir();
}

/** True if every user can go through the folder and all above it. */
function isPassable(dir: string): boolean {
  for (let at = resolve(dir); ; at = dirname(at)) {
    const found = statSync(at, { throwIfNoEntry: false });
    if (found !== undefined && (found.mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

export function createScratch(): Scratch {
  const root = scratchRoot();
  const dir = join(root, `${process.pid}-${randomBytes(3).toString('hex')}`);
  if (process.getuid?.() === 0 && !isPassable(dirname(root))) {
    throw new InfraError('no-scratch', `${dirname(root)} is closed to the unprivileged users that trials run under`, {
      hint: 'set BUGSWEEP_TMP to a folder that every user can pass through (chmod 711, and all above it)',
    });
  }
  try {
    makeRoot(root);
    mkdirSync(dir, { mode: 0o711 });
    chmodSync(dir, 0o711);
    const owner = { pid: process.pid, startTime: processStartTime(process.pid) ?? '' };
    writeFileSync(join(dir, OWNER_FILE), JSON.stringify(owner), { mode: 0o600 });
  } catch (cause) {
    throw new InfraError('no-scratch', `cannot make a temporary folder in ${root}`, {
      cause,
      hint: 'set BUGSWEEP_TMP to a folder with some free space',
    });
  }
  let count = 0;
  return {
    dir,
    newDir(label) {
      count += 1;
      const path = join(dir, `${label.slice(0, 24)}-${count}`);
      mkdirSync(path, { mode: 0o711 });
      chmodSync(path, 0o711);
      return path;
    },
    dispose: () => rm(dir, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** The root, passable for the users of pods whatever the umask. The name can be guessed: it must be ours. */
function makeRoot(root: string): void {
  mkdirSync(root, { recursive: true, mode: 0o711 });
  const found = lstatSync(root);
  if (!found.isDirectory() || (process.getuid !== undefined && found.uid !== process.getuid())) {
    throw new Error(`${root} is not a folder of this user`);
  }
  chmodSync(root, 0o711);
}

/**
 * Removes what bugsweep processes that no longer live have left, and says which folders those were. Their pods are
 * gone already (they die with their parent).
 */
export async function sweepScratch(): Promise<string[]> {
  const root = scratchRoot();
  if (!existsSync(root)) return [];
  const removed: string[] = [];
  for (const name of readdirSync(root)) {
    const dir = join(root, name);
    if (ownerLives(dir)) continue;
    await rm(dir, { recursive: true, force: true, maxRetries: 3 });
    removed.push(dir);
  }
  return removed;
}

function ownerLives(dir: string): boolean {
  try {
    const owner = JSON.parse(readFileSync(join(dir, OWNER_FILE), 'utf8'));
    return typeof owner.pid === 'number' && isAlive(owner.pid, String(owner.startTime));
  } catch {
    // Being made right now by another process, or half removed: the name starts with the pid.
    const pid = Number.parseInt(dir.slice(dir.lastIndexOf('/') + 1), 10);
    return Number.isInteger(pid) && processStartTime(pid) !== undefined;
  }
}
