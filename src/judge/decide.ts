import type { CheckKind, CheckResult, Judgement, JudgeTry, Verdict } from '../schema/index.ts';
import type { GroupResult } from './group.ts';

const MAX_TRIES = 3;

/** Troubles that a patch can cause. If it is there again after base was right in the same place, the patch did. */
const CAUSED_BY_APP: ReadonlySet<string> = new Set([
  'app-not-ready',
  'app-died',
  'page-crashed',
  'page-unreachable',
  'check-timeout',
  'control-failed',
]);

/** No answer of the model can be had: no further try can change that, and neither patch nor task is to blame. */
const WITHOUT_MODEL: ReadonlySet<string> = new Set([
  'model-unreachable',
  'model-cap',
  'cassette-missing',
  'verifier-program',
]);

/** What a model did not manage three times says nothing of the base either, which it would not manage. */
const BY_MODEL: ReadonlySet<string> = new Set([
  'model-answer',
  'model-budget',
  'unanswered',
  'inconsistent',
  'no-evidence',
]);

/** Faults of the judge's text: no further try can cure them, and nobody else is to blame. */
const BY_WRITING: ReadonlySet<string> = new Set(['duplicate-check', 'no-checks', 'step-not-understood']);

/** Words of a test that fit a page in two ways. Another try may find the page at rest; the machine is not to blame. */
const NOT_CLEAR = 'step-not-clear';

/** What no task can cause: the machine, or this installation. Base fares no better there, and that says nothing of it. */
const OF_MACHINE: ReadonlySet<string> = new Set(['environment', 'browser', 'judge-not-started']);

/** Runs the judge once on a fresh app. `n` counts all runs, on patch and base together. */
export type RunTry = (subject: 'patch' | 'base', n: number) => Promise<GroupResult>;

/**
 * Judges a patch. Pass and fail of a check stand as they come; what is uncertain is tried again, at most twice, each
 * time on a fresh app. Whether trouble is the patch's or the environment's is settled by trying the untouched base, and
 * then the patch once more: what befell it once, and not base, may have been chance.
 */
export async function decide(runTry: RunTry): Promise<Judgement> {
  const tries: JudgeTry[] = [];
  let settled: ReadonlyMap<string, CheckResult> = new Map();
  let checks: CheckResult[] = [];
  const run = async (subject: 'patch' | 'base') => {
    const n = tries.length + 1;
    const { checks, trouble, durationMs } = await runTry(subject, n);
    const entry: JudgeTry = { n, subject, checks, durationMs, ...(trouble === undefined ? {} : { trouble }) };
    tries.push(entry);
    return entry;
  };
  const notJudged = (outcome: 'task-error' | 'infra-error', reason: string): Judgement => ({
    ...{ ...verdictsOf(checks), passed: false, outcome, reason, checks, tries },
  });
  let base: JudgeTry | undefined;
  let suspected = false;
  for (let count = 1; count <= MAX_TRIES || suspected; count += 1) {
    const latest = await run('patch');
    const after = settle(settled, latest.checks);
    checks = [...after.values()];
    const trouble = troubleOf(latest, checks);
    if (trouble === undefined) return judged(checks, tries);
    if (BY_WRITING.has(trouble.code)) {
      return notJudged('task-error', trouble.message);
    }
    const isAppTrouble = CAUSED_BY_APP.has(trouble.code);
    if (WITHOUT_MODEL.has(trouble.code)) return notJudged('infra-error', trouble.message);
    if (suspected && isAppTrouble) return brokenByPatch(checks, tries, trouble);
    suspected = false;
    if (!isAppTrouble) settled = after;
    else {
      // What was seen in such a try cannot be trusted: it leaves no result.
      base = await run('base');
      suspected = isSound(base);
    }
  }
  const { code = '', message = 'uncertain' } = troubleOf(lastOnPatch(tries), checks) ?? {};
  if (BY_MODEL.has(code)) return notJudged('infra-error', message);
  base ??= await run('base');
  const ofMachine = (isSound(base) && code !== NOT_CLEAR) || fellToMachine(base);
  return notJudged(ofMachine ? 'infra-error' : 'task-error', message);
}

/** A definite result is never replaced; an uncertain one is by anything newer. */
function settle(settled: ReadonlyMap<string, CheckResult>, latest: readonly CheckResult[]): Map<string, CheckResult> {
  const after = new Map(settled);
  for (const check of latest) {
    const known = after.get(check.name);
    if (known === undefined || known.verdict === 'uncertain') after.set(check.name, check);
  }
  return after;
}

interface Trouble {
  code: string;
  message: string;
}

/** Why the checks so far give no verdict; undefined if they do. */
function troubleOf(latest: JudgeTry, checks: readonly CheckResult[]): Trouble | undefined {
  if (latest.trouble !== undefined) return latest.trouble;
  const ran = checks.filter(({ notRun }) => !notRun);
  const control = ran.find(({ kind, verdict }) => kind === 'control' && verdict === 'fail');
  if (control !== undefined)
    return { code: 'control-failed', message: `control "${control.name}" failed: ${control.seen}` };
  const uncertain = ran.find(({ verdict }) => verdict === 'uncertain');
  if (uncertain !== undefined) {
    return {
      code: uncertain.trouble ?? 'judge-failed',
      message: `"${uncertain.name}" is uncertain: ${uncertain.seen}`,
    };
  }
  for (const kind of ['target', 'preservation'] as const) {
    if (!checks.some((check) => check.kind === kind))
      return { code: 'no-checks', message: `the judge has no ${kind} check` };
  }
  return undefined;
}

/** The judge could do its work: the app was there, every control passed, no check was uncertain. */
function isSound(entry: JudgeTry): boolean {
  return (
    entry.trouble === undefined &&
    entry.checks.every(
      ({ kind, verdict, notRun }) => notRun || (verdict !== 'uncertain' && (kind !== 'control' || verdict === 'pass')),
    )
  );
}

const fellToMachine = ({ trouble, checks }: JudgeTry): boolean =>
  [trouble?.code, ...checks.map((check) => check.trouble)].some((code) => code !== undefined && OF_MACHINE.has(code));

function judged(checks: CheckResult[], tries: JudgeTry[]): Judgement {
  const { target, preservation } = verdictsOf(checks);
  const failed = checks.find(({ verdict }) => verdict === 'fail');
  const reason = failed === undefined ? 'every check passed' : `"${failed.name}" failed: ${failed.seen}`;
  const passed = target === 'pass' && preservation === 'pass';
  return { target, preservation, passed, outcome: 'judged', reason, checks, tries };
}

function brokenByPatch(checks: CheckResult[], tries: JudgeTry[], trouble: Trouble): Judgement {
  const reason = `the patch broke the app (the untouched base is fine here): ${trouble.message}`;
  return { target: 'fail', preservation: 'fail', passed: false, outcome: 'judged', reason, checks, tries };
}

function verdictsOf(checks: readonly CheckResult[]): { target: Verdict; preservation: Verdict } {
  return { target: combine(checks, 'target'), preservation: combine(checks, 'preservation') };
}

/** One failed check fails the group; a group without a result is uncertain, never passed. */
export function combine(checks: readonly CheckResult[], kind: CheckKind): Verdict {
  const verdicts = checks.filter((check) => check.kind === kind && !check.notRun).map(({ verdict }) => verdict);
  if (verdicts.includes('fail')) return 'fail';
  return verdicts.length === 0 || verdicts.includes('uncertain') ? 'uncertain' : 'pass';
}

const lastOnPatch = (tries: readonly JudgeTry[]): JudgeTry => {
  const last = tries.findLast(({ subject }) => subject === 'patch');
  if (last === undefined) throw new Error('a patch was never tried');
  return last;
};
