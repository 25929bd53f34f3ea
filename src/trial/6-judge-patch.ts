import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startApp } from '../app/index.ts';
import { writeJsonAtomic } from '../host/index.ts';
import { decide, type GroupResult, type JudgeGroup, type JudgeOne, judgeByScript } from '../judge/index.ts';
import type { Judgement } from '../schema/index.ts';
import { testsThatJudge } from '../suite/index.ts';
import { type JudgedCopy, prepareJudgement } from './5-prepare-judgement.ts';
import type { PreparedTask, Workshop } from './trial-context.ts';

export interface JudgeOrder {
  patch: Buffer;
  /** Tree that the patch must give; known for captured patches. */
  expectedTree?: string;
  /** Folder for the evidence of the nth try. */
  tryDir(n: number): string;
  signal: AbortSignal;
  /** Keep traces of checks that passed, too. */
  keepTraces?: boolean;
  /** How a browser judge is run. Default: by itself, every check, with traces. */
  browser?: BrowserOrder;
}

/** A test in plain English is as long as several checks, and may wait on purpose. */
const BEHAVIOR_TEST_MS = 600_000;

/** `behavior` and its `verifier` take the place of the task's own judge. */
export interface BrowserOrder extends Pick<JudgeGroup, 'trace' | 'skip' | 'behavior' | 'verifier'> {
  /** What the patched page is shown as; the base, when it is tried, is always shown as it is. */
  pageMode: JudgeGroup['pageMode'];
  /** Id of the nth try's group, unique among all groups that `judgeOne` is given. */
  groupId(n: number): string;
  /** Which repeat this is, where a verifier's answers are recorded. Default 1. */
  repeat?: number;
  judgeOne: JudgeOne;
}

/** Where a trial's folder keeps the evidence of each try. */
export const triesBelow = (trialDir: string) => (n: number) => join(trialDir, 'judge', String(n));

/** Judges a patch on fresh copies until there is a verdict, or it is known whose fault it is that there is none. */
export async function judgePatch(workshop: Workshop, prepared: PreparedTask, order: JudgeOrder): Promise<Judgement> {
  const copies = new Map<string, JudgedCopy>();
  const owner = workshop.environment.allocateOwner();
  return decide(async (subject, n) => {
    order.signal.throwIfAborted();
    const dir = order.tryDir(n);
    mkdirSync(dir, { recursive: true });
    let copy = copies.get(subject);
    if (copy === undefined) {
      const patch = subject === 'patch' ? order.patch : Buffer.alloc(0);
      const expected =
        subject === 'patch' && order.expectedTree !== undefined ? { expectedTree: order.expectedTree } : {};
      copy = await prepareJudgement(workshop, prepared, { patch, ...expected, owner });
      copies.set(subject, copy);
    }
    const { signal } = order;
    const browser = order.browser ?? aloneInBrowser(workshop, signal, order.keepTraces ? 'all' : 'failed');
    const result = await judgeOnce(workshop, prepared, copy, { subject, n, dir, signal, browser });
    // What an interrupted judge saw is no result.
    order.signal.throwIfAborted();
    writeJsonAtomic(join(dir, 'checks.json'), { schemaVersion: 1, subject, ...result });
    return result;
  });
}

function aloneInBrowser({ judgeInBrowser }: Workshop, signal: AbortSignal, trace: JudgeGroup['trace']): BrowserOrder {
  const judgeOne: JudgeOne = async (group) => {
    const [result] = await judgeInBrowser([group], { workers: 1, signal });
    signal.throwIfAborted();
    if (result === undefined) throw new Error('the browser judge gave no result');
    return result;
  };
  return { judgeOne, groupId: () => 'trial', pageMode: 'normal', trace };
}

interface OneTry {
  subject: 'patch' | 'base';
  n: number;
  dir: string;
  signal: AbortSignal;
  browser: BrowserOrder;
}

function judgeOnce(
  { environment, scratch, verifier: own }: Workshop,
  { task, app }: PreparedTask,
  { workspaceDir, submission }: JudgedCopy,
  { subject, n, dir, signal, browser }: OneTry,
): Promise<GroupResult> {
  const { app: settings, judge, judgeFaults: faults } = task.config;
  const testsDir = join(task.dir, 'tests');
  const owner = environment.allocateOwner();
  if (judge.kind === 'script') {
    const { command, timeoutMs } = judge;
    const logPath = join(dir, 'judge.log');
    return judgeByScript(environment, { command, timeoutMs, testsDir, workspaceDir, owner, logPath, signal });
  }
  const { fixture, readyTimeoutMs, viewport } = settings;
  const behavior = browser.behavior ?? testsThatJudge(task);
  const verifier = browser.behavior === undefined ? own : browser.verifier;
  const isOwnTime = behavior === undefined || (browser.behavior === undefined && judge.kind === 'agentic');
  return browser.judgeOne({
    id: browser.groupId(n),
    testsDir,
    checkTimeoutMs: isOwnTime ? judge.checkTimeoutMs : BEHAVIOR_TEST_MS,
    pageMode: subject === 'patch' ? browser.pageMode : 'normal',
    trace: browser.trace,
    ...(browser.skip === undefined ? {} : { skip: browser.skip }),
    ...(behavior === undefined ? {} : { behavior, take: `${browser.repeat ?? 1}.${n}` }),
    ...(behavior === undefined || verifier === undefined ? {} : { verifier }),
    viewport,
    submission,
    evidenceDir: dir,
    startApp: () =>
      startApp(app, {
        ...{ environment, scratch, owner, workspaceDir, fixture, faults, readyTimeoutMs, signal },
        purpose: 'judge',
      }),
  });
}
