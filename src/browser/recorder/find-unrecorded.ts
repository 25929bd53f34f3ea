import type { PodProcess } from '../../environment/index.ts';

/** What the wrapper gives every browser that it starts. */
const MARK = '--bugsweep-recorded=';
const NAMES =
  /^(chrom(e|ium)(-browser|-headless-shell|-stable|-beta|-unstable|-canary|-dev)?|google-chrome[\w-]*|headless_shell|firefox[\w.-]*|MiniBrowser|WebKitWebProcess|epiphany|brave|msedge|opera)$/;
const MAX_CHARS = 300;

/**
 * Browsers among a pod's processes that the wrapper did not start. A Chromium is known by its children too, whatever its
 * file is called. One that lives for less than a second may not be seen.
 */
export function findUnrecorded(listed: readonly PodProcess[]): { pid: number; said: string }[] {
  // A Chromium sets its title sooner or later: its words are one then.
  const processes = listed.map((each) => ({ ...each, argv: each.argv.join(' ').split(' ') }));
  const byPid = new Map(processes.map((each) => [each.pid, each]));
  const found = new Map<number, string>();
  for (const each of processes) {
    const root = rootOf(each, byPid);
    if (root === undefined || root.argv.some((word) => word.startsWith(MARK))) continue;
    found.set(root.pid, root.argv.join(' ').slice(0, MAX_CHARS));
  }
  return [...found].map(([pid, said]) => ({ pid, said }));
}

/** The browser that a process is, or belongs to. */
function rootOf(process: PodProcess, byPid: ReadonlyMap<number, PodProcess>): PodProcess | undefined {
  if (!isChild(process)) return NAMES.test(nameOf(process)) ? process : undefined;
  let at: PodProcess | undefined = process;
  for (let depth = 0; at !== undefined && isChild(at) && depth < 20; depth += 1) at = byPid.get(at.parent);
  // An orphan: its browser has just ended.
  return at === undefined || at.pid <= 2 ? undefined : at;
}

const isChild = ({ argv }: PodProcess): boolean =>
  argv.some((word) => /^--type=(zygote|renderer|gpu-process|utility|broker)/.test(word) || word === '-contentproc');

const nameOf = ({ argv }: PodProcess): string => (argv[0] ?? '').split('/').at(-1) ?? '';
