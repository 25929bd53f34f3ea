import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startApp } from '../app/index.ts';
import { writeJsonAtomic } from '../host/index.ts';
import { decide, type GroupResult, type JudgeGroup, judgeByScript } from '../judge/index.ts';
import type { Judgement } from '../schema/index.ts';
import { type JudgedCopy, prepareJudgement } from './5-prepare-judgement.ts';
import type { PreparedTask, Workshop } from './trial-context.ts';

export interface JudgeOrder {
  patch: Buffer;
  /** Tree that the patch must give; known for captured patches. */
  expectedTree?: string;
  /** Folder for `judge/<n>/`. */
  dir: string;
  signal: AbortSignal;
}

/** Judges a patch on fresh copies until there is a verdict, or it is known whose fault it is that there is none. */
export async function judgePatch(workshop: Workshop, prepared: PreparedTask, order: JudgeOrder): Promise<Judgement> {
  const copies = new Map<string, JudgedCopy>();
  const owner = workshop.environment.allocateOwner();
  return decide(async (subject, n) => {
    const tryDir = join(order.dir, 'judge', String(n));
    mkdirSync(tryDir, { recursive: true });
    let copy = copies.get(subject);
    if (copy === undefined) {
      const patch = subject === 'patch' ? order.patch : Buffer.alloc(0);
      const expected =
        subject === 'patch' && order.expectedTree !== undefined ? { expectedTree: order.expectedTree } : {};
      copy = await prepareJudgement(workshop, prepared, { patch, ...expected, owner });
      copies.set(subject, copy);
    }
    const result = await judgeOnce(workshop, prepared, copy, { ...order, dir: tryDir });
    writeJsonAtomic(join(tryDir, 'checks.json'), { schemaVersion: 1, subject, ...result });
    return result;
  });
}

async function judgeOnce(
  workshop: Workshop,
  prepared: PreparedTask,
  copy: JudgedCopy,
  { dir, signal }: JudgeOrder,
): Promise<GroupResult> {
  const { judge } = prepared.task.config;
  if (judge.kind === 'script') {
    const { environment } = workshop;
    return judgeByScript(environment, {
      ...{ command: judge.command, timeoutMs: judge.timeoutMs, workspaceDir: copy.workspaceDir, signal },
      ...{
        testsDir: join(prepared.task.dir, 'tests'),
        owner: environment.allocateOwner(),
        logPath: join(dir, 'judge.log'),
      },
    });
  }
  const group = browserGroup(workshop, prepared, copy, { id: 'trial', evidenceDir: dir, trace: true });
  const [result] = await workshop.judgeInBrowser([group], { workers: 1, signal });
  signal.throwIfAborted();
  if (result === undefined) throw new Error('the browser judge gave no result');
  return result;
}

/** A group for the browser judge whose app starts when a check asks for it. */
export function browserGroup(
  { environment, scratch }: Workshop,
  { task, app }: PreparedTask,
  copy: JudgedCopy,
  options: Pick<JudgeGroup, 'id' | 'evidenceDir' | 'trace'> & Partial<Pick<JudgeGroup, 'skip' | 'pageMode'>>,
): JudgeGroup {
  const { app: settings, judge, judgeFaults } = task.config;
  const owner = environment.allocateOwner();
  return {
    testsDir: join(task.dir, 'tests'),
    checkTimeoutMs: judge.kind === 'browser' ? judge.checkTimeoutMs : 60_000,
    pageMode: 'normal',
    viewport: settings.viewport,
    submission: copy.submission,
    ...options,
    startApp: () =>
      startApp(app, {
        ...{ environment, scratch, owner, workspaceDir: copy.workspaceDir, purpose: 'judge', faults: judgeFaults },
        ...{ fixture: settings.fixture, readyTimeoutMs: settings.readyTimeoutMs },
      }),
  };
}
