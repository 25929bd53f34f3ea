import type { Judgement } from '../../schema/index.ts';
import type { Probe } from './plan.ts';

export interface Violation {
  /** `scripted`, `agentic`, or `agentic` and the verifier's name. */
  judge: string;
  task: string;
  phase: string;
  label: string;
  repeat: number;
  message: string;
}

/**
 * What is wrong with a judge's answer to a probe, if anything. `fails`: checks that a wrong fix must fail; null for a
 * judge whose checks the headers of wrong fixes do not speak of.
 */
export function assess(probe: Probe, judgement: Judgement, fails: readonly string[] | null): string | undefined {
  const { outcome, target, preservation, passed, reason, checks } = judgement;
  if (outcome !== 'judged') return `no verdict (${outcome}): ${reason}`;
  switch (probe.phase) {
    case 'base':
      if (target !== 'fail') return `the buggy base does not fail the target (${target})`;
      return preservation === 'pass'
        ? undefined
        : `the buggy base does not pass preservation: ${reasonOf(checks, 'preservation')}`;
    case 'reference':
    case 'alternative':
      return passed ? undefined : `a right solution is rejected: ${reason}`;
    case 'blank':
      return passed ? `${probe.label} passes: the judge does not look at the page` : undefined;
    case 'wrong':
      if (fails !== null) return assessWrong(judgement, fails);
      return passed ? 'a wrong solution is accepted' : undefined;
  }
}

function assessWrong(
  { checks, passed, target, preservation }: Judgement,
  fails: readonly string[],
): string | undefined {
  if (fails.length === 0) {
    const failed = target === 'fail' || preservation === 'fail';
    return passed || !failed
      ? 'a wrong solution is accepted'
      : 'its header does not say which check it fails (`Fails: <check>`)';
  }
  for (const name of fails) {
    const check = checks.find((each) => each.name === name);
    // A patch that broke the whole app fails everything, whether the check ran or not.
    if (check === undefined && target === 'fail' && preservation === 'fail') continue;
    if (check === undefined) return `its header names a check that the judge does not have: "${name}"`;
    if (check.verdict === 'pass') return `a wrong solution is accepted by "${name}"`;
  }
  return target === 'fail' || preservation === 'fail' ? undefined : 'a wrong solution is not rejected';
}

const reasonOf = (checks: Judgement['checks'], kind: string): string => {
  const bad = checks.find((check) => check.kind === kind && check.verdict !== 'pass');
  return bad === undefined ? 'it has no such check' : `"${bad.name}": ${bad.seen}`;
};
