import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '../../errors.ts';
import { monotonicMs } from '../../host/index.ts';
import { batchingJudge, decide, judgeByScript } from '../../judge/index.ts';
import type { Judgement } from '../../schema/index.ts';
import type { Task } from '../../suite/index.ts';
import { browserGroup, type JudgedCopy, prepareJudgement, type Workshop } from '../../trial/index.ts';
import { assess, type Violation } from './assess.ts';
import { type Probe, probesOf, skipRule, type ValidatePhase } from './plan.ts';

export interface ValidateOptions {
  phases: readonly ValidatePhase[];
  repeat: number;
  jobs: number;
  allChecks: boolean;
  /** Folder for traces and screenshots of what went wrong. */
  evidenceDir: string;
  onResult(line: ProbeResult): void;
  signal: AbortSignal;
}

export interface ProbeResult {
  task: string;
  phase: ValidatePhase;
  label: string;
  repeat: number;
  judgement: Judgement | undefined;
  violation: string | undefined;
}

export interface ValidateReport {
  results: ProbeResult[];
  violations: Violation[];
  wallMs: number;
  /** Sum of what the judges' own checks took. */
  checksMs: number;
}

/** The honesty gate: every judge is tried on what must fail and on what must pass, `repeat` times each. */
export async function validateSuite(
  workshop: Workshop,
  tasks: readonly Task[],
  options: ValidateOptions,
): Promise<ValidateReport> {
  const { jobs, signal } = options;
  const startedAt = monotonicMs();
  const time = { checksMs: 0 };
  // Results of a batch come together: small enough that somebody who waits sees it move.
  const judgeOne = batchingJudge(workshop.judgeInBrowser, { workers: jobs, maxSize: 16 * jobs, signal });
  const timed: typeof judgeOne = async (group) => {
    const result = await judgeOne(group);
    time.checksMs += result.checksMs;
    return result;
  };
  // One task's repeats lie apart, so that a passing disturbance of the machine cannot hit all of them.
  const runs = Array.from({ length: options.repeat }, (_, index) => index + 1).flatMap((repeat) =>
    tasks.flatMap((task) => probesOf(task, options.phases).map((probe) => ({ probe, repeat }))),
  );
  const results = await Promise.all(
    runs.map(async ({ probe, repeat }, index) => {
      const result = await runProbe(workshop, probe, { repeat, index, options, judgeOne: timed });
      options.onResult(result);
      return result;
    }),
  );
  const violations = results.flatMap(({ violation, judgement: _judgement, ...where }) =>
    violation === undefined ? [] : [{ ...where, message: violation }],
  );
  return { results, violations, wallMs: monotonicMs() - startedAt, checksMs: time.checksMs };
}

async function runProbe(
  workshop: Workshop,
  probe: Probe,
  run: { repeat: number; index: number; options: ValidateOptions; judgeOne: ReturnType<typeof batchingJudge> },
): Promise<ProbeResult> {
  const { task, phase, label } = probe;
  const where = { task: task.name, phase, label, repeat: run.repeat };
  try {
    const prepared = await workshop.prepare(task);
    const solution = probe.solution === undefined ? undefined : await prepared.readSolution(probe.solution);
    const fails = solution?.fails ?? [];
    const owner = workshop.environment.allocateOwner();
    const copies = new Map<string, JudgedCopy>();
    const copyOf = async (subject: 'patch' | 'base') => {
      const patch = subject === 'patch' ? (solution?.patch ?? Buffer.alloc(0)) : Buffer.alloc(0);
      const copy = copies.get(subject) ?? (await prepareJudgement(workshop, prepared, { patch, owner }));
      copies.set(subject, copy);
      return copy;
    };
    const judgement = await decide(async (subject, n) => {
      const evidenceDir = join(run.options.evidenceDir, `${task.id}-${slug(label)}-${run.repeat}-${n}`);
      mkdirSync(evidenceDir, { recursive: true });
      const copy = await copyOf(subject);
      const { judge } = task.config;
      if (judge.kind === 'script') {
        const { command, timeoutMs } = judge;
        const testsDir = join(task.dir, 'tests');
        const logPath = join(evidenceDir, 'judge.log');
        return judgeByScript(workshop.environment, {
          ...{
            command,
            timeoutMs,
            testsDir,
            workspaceDir: copy.workspaceDir,
            owner,
            logPath,
            signal: run.options.signal,
          },
        });
      }
      const id = `g${run.index}-${slug(label)}-${n}`;
      const skip = run.options.allChecks ? {} : { skip: skipRule(phase, fails) };
      const pageMode = subject === 'patch' ? probe.pageMode : 'normal';
      return run.judgeOne(browserGroup(workshop, prepared, copy, { id, evidenceDir, trace: false, pageMode, ...skip }));
    });
    return { ...where, judgement, violation: assess(probe, judgement, fails) };
  } catch (error) {
    return { ...where, judgement: undefined, violation: `could not be judged: ${errorText(error)}` };
  }
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\.(patch|toml|md)$/, '')
    .replace(/[^a-z0-9]+/g, '-');
