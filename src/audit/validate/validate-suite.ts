import { join } from 'node:path';
import { errorText } from '../../errors.ts';
import { monotonicMs } from '../../host/index.ts';
import { batchingJudge, type Verifier } from '../../judge/index.ts';
import type { Judgement } from '../../schema/index.ts';
import type { Task } from '../../suite/index.ts';
import { judgePatch, type Workshop } from '../../trial/index.ts';
import { assess, type Violation } from './assess.ts';
import { type Probe, probesOf, skipRule, type ValidatePhase } from './plan.ts';

export const judgeNames = ['scripted', 'agentic'] as const;
export type JudgeName = (typeof judgeNames)[number];

export interface ValidateOptions {
  phases: readonly ValidatePhase[];
  repeat: number;
  jobs: number;
  allChecks: boolean;
  /** The task's own judge, or its behavior tests, which the verifier's model plays, or the rules without one. */
  judge: JudgeName;
  /** `name` is told with what it gets wrong, and names the folder of its evidence. */
  verifier?: { name: string; verifier: Verifier } | undefined;
  /** Folder for traces and screenshots of what went wrong. */
  evidenceDir: string;
  onResult(line: ProbeResult): void;
  signal: AbortSignal;
}

export interface ProbeResult {
  /** `scripted`, `agentic`, or `agentic` and the verifier's name. */
  judge: string;
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
  const { verifier } = run.options;
  const judge = verifier === undefined ? run.options.judge : `${run.options.judge} ${verifier.name}`;
  const where = { judge, task: task.name, phase, label, repeat: run.repeat };
  try {
    const prepared = await workshop.prepare(task);
    const solution = probe.solution === undefined ? undefined : await prepared.readSolution(probe.solution);
    const fails = solution?.fails ?? [];
    const { index, options, judgeOne } = run;
    const name = slug(label);
    const judgement = await judgePatch(workshop, prepared, {
      patch: solution?.patch ?? Buffer.alloc(0),
      tryDir: (n) => join(options.evidenceDir, slug(judge), task.name, `${name}-${run.repeat}-${n}`),
      signal: options.signal,
      browser: {
        ...{ judgeOne, groupId: (n) => `g${index}-${name}-${n}`, pageMode: probe.pageMode, trace: 'none' },
        ...(options.allChecks ? {} : { skip: skipRule(phase, fails) }),
        ...(options.judge === 'agentic' && task.behavior !== undefined ? { behavior: task.behavior } : {}),
        ...(verifier === undefined ? {} : { verifier: verifier.verifier }),
        repeat: run.repeat,
      },
    });
    return { ...where, judgement, violation: assess(probe, judgement, options.judge === 'scripted' ? fails : null) };
  } catch (error) {
    run.options.signal.throwIfAborted();
    return { ...where, judgement: undefined, violation: `could not be judged: ${errorText(error)}` };
  }
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\.(patch|toml|md)$/, '')
    .replace(/[^a-z0-9]+/g, '-');
