import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { InfraError } from '../errors.ts';
import { ageMs } from './file-age.ts';
import { endNotedProcesses, noteProcess } from './left-processes.ts';
import { ownIdentity, type ProcessIdentity, processStartTime, readIdentity, stateOf } from './process-identity.ts';
import { removeTree } from './remove-tree.ts';

/** Short-lived space of one bugsweep process: workspaces, sockets, pod files. Outside the user's repository. */
export interface Scratch {
  readonly dir: string;
  /** A new empty folder inside; others may pass through but not list. */
  newDir(label: string): string;
  /** Says that a process group (by its leader's pid) works here and may outlive this process: see `sweepScratch`. */
  note(pid: number): void;
  /** Ends what was noted and removes everything. Never throws: what cannot be removed is tried again, and told, at the next start. */
  dispose(): Promise<void>;
}

const OWNER_FILE = 'owner.json';

/** Root of all scratch folders of this user. Short, because a unix socket's path may have 107 bytes at most. */
export function scratchRoot(): string {
  return join(process.env.BUGSWEEP_TMP ?? passableTmpdir(), `bugsweep-${process.geteuid?.() ?? 0}`);
}

/** Root's own TMPDIR may be closed to others (private temporary folders), and so to the users of pods. */
function passableTmpdir(): string {
  if (process.geteuid?.() !== 0) return tmpdir();
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
  if (process.geteuid?.() === 0 && !isPassable(dirname(root))) {
    throw new InfraError('no-scratch', `${dirname(root)} is closed to the unprivileged users that trials run under`, {
      hint: 'set BUGSWEEP_TMP to a folder that every user can pass through (chmod 711, and all above it)',
    });
  }
  try {
    makeRoot(root);
    mkdirSync(dir, { mode: 0o711 });
    chmodSync(dir, 0o711);
    writeFileSync(join(dir, OWNER_FILE), JSON.stringify(ownIdentity()), { mode: 0o600 });
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
    note: (pid) => noteProcess(dir, pid),
    dispose: async () => {
      endNotedProcesses(dir);
      await removeTree(dir);
    },
  };
}

/** The root, passable for the users of pods whatever the umask. The name can be guessed: it must be ours. */
function makeRoot(root: string): void {
  mkdirSync(root, { recursive: true, mode: 0o711 });
  const found = lstatSync(root);
  if (!found.isDirectory() || (process.geteuid !== undefined && found.uid !== process.geteuid())) {
    throw new Error(`${root} is not a folder of this user`);
  }
  chmodSync(root, 0o711);
}

/**
 * Removes what bugsweep processes that no longer live have left, and says which folders those were, and which of them
 * could not be removed. Their pods are gone already (they die with their parent); what ran without a sandbox was noted
 * and is killed first. Never throws.
 */
export async function sweepScratch(): Promise<{ removed: string[]; left: string[] }> {
  const swept: { removed: string[]; left: string[] } = { removed: [], left: [] };
  for (const dir of foldersIn(scratchRoot())) {
    if (mayBeInUse(dir)) continue;
    endNotedProcesses(dir);
    const trouble = await removeTree(dir);
    (trouble === undefined ? swept.removed : swept.left).push(dir);
  }
  return swept;
}

function foldersIn(root: string): string[] {
  try {
    return readdirSync(root).map((name) => join(root, name));
  } catch {
    // None has been made yet, or it is closed to us: making a new one says what is wrong.
    return [];
  }
}

/** Containers of one machine may share this folder. What nobody here can tell of is left alone for so long. */
const UNSEEN_MAX_AGE_MS = 7 * 24 * 3_600_000;

function mayBeInUse(dir: string): boolean {
  const owner = ownerOf(dir);
  if (owner === undefined) {
    // Being made right now by another process, or half removed: the name starts with the pid.
    const pid = Number.parseInt(dir.slice(dir.lastIndexOf('/') + 1), 10);
    return Number.isInteger(pid) && processStartTime(pid) !== undefined;
  }
  const state = stateOf(owner);
  return state === 'alive' || (state === 'unseen' && ageMs(dir) < UNSEEN_MAX_AGE_MS);
}

function ownerOf(dir: string): ProcessIdentity | undefined {
  try {
    return readIdentity(readFileSync(join(dir, OWNER_FILE), 'utf8'));
  } catch {
    // Not there yet, or no more.
    return undefined;
  }
}
