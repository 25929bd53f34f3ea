import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckResult } from '../../schema/index.ts';
import type { JudgeOne } from '../batching.ts';
import type { GroupResult, JudgeGroup } from '../group.ts';

/** A check with all its tries, the last one first in every field. */
export interface TriedCheck extends CheckResult {
  tries: CheckResult[];
}

export interface PlayedTests {
  checks: TriedCheck[];
  trouble?: GroupResult['trouble'];
}

const MAX_TRIES = 3;

/** Another try would come to the same. */
const FOR_GOOD: ReadonlySet<string> = new Set([
  'step-not-understood',
  'step-not-clear',
  'model-unreachable',
  'model-cap',
  'cassette-missing',
]);

/**
 * Plays the tests of an app that somebody else runs. Pass and fail stand; what is uncertain is tried again, at most twice,
 * and every try's evidence is kept: the first one's in the group's folder, a later one's in a folder below it.
 */
export async function playTests(
  judgeOne: JudgeOne,
  group: JudgeGroup & Required<Pick<JudgeGroup, 'behavior'>>,
): Promise<PlayedTests> {
  const tried = new Map<string, CheckResult[]>();
  let tests = group.behavior.tests;
  for (let n = 1; n <= MAX_TRIES && tests.length > 0; n += 1) {
    const below = n === 1 ? '' : `try-${n}`;
    const evidenceDir = join(group.evidenceDir, below);
    mkdirSync(evidenceDir, { recursive: true });
    const { checks, trouble } = await judgeOne({
      ...{ ...group, evidenceDir, behavior: { ...group.behavior, tests }, take: String(n) },
    });
    if (trouble !== undefined) return { checks: last(tried), trouble };
    for (const check of checks) {
      const evidence = check.evidence.map((file) => join(below, file));
      const steps = check.steps?.map((step) =>
        step.evidence === undefined ? step : { ...step, evidence: join(below, step.evidence) },
      );
      const placed = { ...check, evidence, ...(steps === undefined ? {} : { steps }) };
      tried.set(check.name, [...(tried.get(check.name) ?? []), placed]);
    }
    const again = checks.filter(({ verdict, trouble: code = '' }) => verdict === 'uncertain' && !FOR_GOOD.has(code));
    tests = tests.filter(({ id }) => again.some(({ name }) => name === id));
  }
  return { checks: last(tried) };
}

const last = (tried: ReadonlyMap<string, CheckResult[]>): TriedCheck[] =>
  [...tried.values()].flatMap((tries) => {
    const check = tries.at(-1);
    return check === undefined ? [] : [{ ...check, tries }];
  });
