import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Mount, Pod } from '../../environment/index.ts';
import { InfraError } from '../../errors.ts';
import {
  appendLine,
  lineSplitter,
  monotonicMs,
  packageRoot,
  type RunningProcess,
  runProcess,
  type Scratch,
  sleep,
  startProcess,
} from '../../host/index.ts';
import { type BrowserEvent, type CoveredSource, recorderLineSchema } from '../../schema/index.ts';
import { browserNames } from '../find-chromium.ts';
import { findUnrecorded } from './find-unrecorded.ts';

/** Browsers of one pod at the same time; more go unrecorded, and are seen to. */
const SLOTS = 32;
const MAX_RESTARTS = 5;
/** It says that it lives every two seconds. */
const SILENT_MS = 20_000;
const MAX_EVENTS = 25_000;
const STOP_MS = 8_000;
const LOOK_MS = 1_000;

/** Where things lie inside a pod. */
const BIN = '/opt/browser';
const PIPES = '/run/browser';
const REAL = '/opt/browser-real/chromium';

/** What was seen of the browsers of a pod. */
export interface Recorded {
  events: BrowserEvent[];
  covered: CoveredSource[];
  /** Command lines of browsers that were started in other ways. */
  unrecorded: string[];
  /** Why the record is not whole. */
  lost: string[];
  /** Code may have run that `covered` does not tell of. */
  missedCode: boolean;
}

/** Records what is done with the browsers of a pod. Whoever opens it stops it. */
export interface Recorder {
  /** What the pod needs to be made with. */
  readonly mounts: readonly Mount[];
  /** The browser's path inside. */
  readonly chromium: string;
  start(pod: Pod): Promise<void>;
  /** Takes what is left, and ends. Called while the pod still lives. */
  stop(): Promise<Recorded>;
}

export interface RecorderOptions {
  scratch: Scratch;
  /** The real browser; a path of the host that is the same inside. */
  chromium: string;
  /** File that receives each event as a line. */
  logPath: string;
  /** Takes secrets out of a line. */
  scrub(line: string): string;
}

/** @throws InfraError `recorder` */
export async function openRecorder(options: RecorderOptions): Promise<Recorder> {
  const { scratch, chromium } = options;
  const dir = scratch.newDir('browser');
  chmodSync(dir, 0o755);
  const [bin, pipes, program] = ['bin', 'pipes', 'program'].map((name) => join(dir, name)) as [string, string, string];
  for (const each of [bin, pipes, program]) {
    mkdirSync(each);
    chmodSync(each, 0o755);
  }
  // A script can be started from anywhere, and its usual place be given to the recorder; a program looks for its parts.
  const isScript = chromium.startsWith('/usr/') && isShellScript(chromium);
  const script = readFileSync(join(packageRoot, 'runtime/recorded-browser.sh'), 'utf8');
  const wrapper = join(bin, 'chromium');
  writeFileSync(wrapper, script.replace('@REAL@', (isScript ? REAL : chromium).replaceAll("'", "'\\''")));
  chmodSync(wrapper, 0o755);
  for (const name of browserNames.filter((each) => each !== 'chromium')) symlinkSync('chromium', join(bin, name));
  await makePipes(pipes);
  copyFileSync(join(packageRoot, 'dist/recorder.mjs'), join(program, 'recorder.mjs'));
  copyFileSync(join(packageRoot, 'runtime/page-listener.js'), join(program, 'page-listener.js'));
  for (const name of ['recorder.mjs', 'page-listener.js']) chmodSync(join(program, name), 0o644);
  const mounts: Mount[] = [
    { at: BIN, kind: 'read', from: bin },
    { at: PIPES, kind: 'read', from: pipes },
    ...(isScript
      ? ([
          { at: REAL, kind: 'read', from: chromium },
          { at: chromium, kind: 'read', from: wrapper },
        ] as const)
      : []),
  ];
  const session = new Session(options, pipes, program);
  return {
    mounts,
    chromium: join(BIN, 'chromium'),
    start: (pod) => session.start(pod),
    stop: () => session.stop(),
  };
}

async function makePipes(dir: string): Promise<void> {
  const names = Array.from({ length: SLOTS }, (_, slot) => join(dir, String(slot)));
  const { exitCode, stderr } = await runProcess(['mkfifo', '-m', '666', ...names], { timeoutMs: 30_000 });
  if (exitCode !== 0) throw new InfraError('recorder', `the pipes of the recorder cannot be made: ${stderr}`);
}

function isShellScript(path: string): boolean {
  return statSync(path).size < 1 << 20 && readFileSync(path).subarray(0, 2).toString() === '#!';
}

class Session {
  private readonly recorded: Recorded = { events: [], covered: [], unrecorded: [], lost: [], missedCode: false };
  private readonly covered = new Map<string, CoveredSource>();
  private readonly stopping = new AbortController();
  private process: RunningProcess | undefined;
  private lastSeen = 0;
  private watching: Promise<unknown> = Promise.resolve();
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly options: RecorderOptions,
    private readonly pipes: string,
    private readonly program: string,
  ) {}

  async start(pod: Pod): Promise<void> {
    await this.launch(pod);
    this.watching = Promise.all([this.keepAlive(pod), this.lookForOthers(pod)]);
  }

  private async launch(pod: Pod): Promise<void> {
    const at = '/opt/recorder';
    const mounts: Mount[] = [
      { at, kind: 'read', from: this.program },
      { at: PIPES, kind: 'read', from: this.pipes },
    ];
    const argv = [process.execPath, '--max-old-space-size=384', `${at}/recorder.mjs`];
    const lines = lineSplitter((line) => this.take(line));
    const before = this.recorded.events.filter(({ kind }) => kind === 'launch').length;
    this.lastSeen = monotonicMs();
    this.process = await startProcess(
      [...pod.networkOnlyPrefix(mounts), ...argv, PIPES, `${at}/page-listener.js`, String(SLOTS), String(before)],
      { keepInput: true, maxOutputBytes: 4096, onStdout: (chunk) => lines.take(chunk) },
    );
  }

  /** It reads what an agent has made, and may die of it. */
  private async keepAlive(pod: Pod): Promise<void> {
    const { signal } = this.stopping;
    for (let restarts = 0; !signal.aborted; ) {
      await sleep(LOOK_MS, signal).catch(() => undefined);
      const running = this.process;
      if (signal.aborted || running === undefined) return;
      const ended = running.hasEnded();
      if (!ended && monotonicMs() - this.lastSeen < SILENT_MS) continue;
      running.kill();
      await running.exited;
      this.lose(`the recorder ${ended ? 'ended' : 'did not answer'}`);
      restarts += 1;
      if (restarts > MAX_RESTARTS) {
        // Browsers that are started from now on find nobody to tell, and go on.
        rmSync(this.pipes, { recursive: true, force: true });
        mkdirSync(this.pipes);
        return;
      }
      await this.launch(pod);
    }
  }

  private async lookForOthers(pod: Pod): Promise<void> {
    const { signal } = this.stopping;
    const known = new Set<number>();
    while (!signal.aborted) {
      for (const { pid, said } of findUnrecorded(await pod.processes())) {
        if (known.has(pid) || this.recorded.unrecorded.length >= 100) continue;
        known.add(pid);
        this.recorded.unrecorded.push(said);
        this.recorded.missedCode = true;
      }
      await sleep(LOOK_MS, signal).catch(() => undefined);
    }
  }

  private take(text: string): void {
    this.lastSeen = monotonicMs();
    const line = parse(text);
    if (line === undefined) this.lose('the recorder printed what is no event');
    else if (line.kind === 'coverage') {
      const { kind: _, ...source } = line;
      if (this.covered.size < 4000 || this.covered.has(source.sha256)) this.covered.set(source.sha256, source);
    } else if (line.kind !== 'beat') this.keep(line);
  }

  private keep(event: BrowserEvent): void {
    const { events } = this.recorded;
    if (events.length >= MAX_EVENTS) {
      this.lose(`more than ${MAX_EVENTS} events`);
      return;
    }
    const clean = this.options.scrub(JSON.stringify(event));
    events.push(event);
    if (event.kind === 'lost')
      this.lose(`${event.what} of browser ${event.browser}: ${event.reason}`, event.what !== 'commands');
    this.writing = this.writing.then(() => appendLine(this.options.logPath, clean)).catch(() => this.lose('its file'));
  }

  private lose(why: string, code = true): void {
    const { lost } = this.recorded;
    this.recorded.missedCode ||= code;
    if (lost.length < 50 && !lost.includes(why)) lost.push(why.slice(0, 500));
  }

  async stop(): Promise<Recorded> {
    this.stopping.abort();
    await this.watching.catch((error: unknown) => this.lose(String(error)));
    const running = this.process;
    if (running !== undefined) {
      running.stdin?.end();
      const timer = setTimeout(() => running.kill(), STOP_MS);
      await running.exited;
      clearTimeout(timer);
    }
    await this.writing;
    return { ...this.recorded, covered: [...this.covered.values()] };
  }
}

function parse(text: string) {
  try {
    const { success, data } = recorderLineSchema.safeParse(JSON.parse(text));
    return success ? data : undefined;
  } catch {
    return undefined;
  }
}
