import { existsSync, readFileSync } from 'node:fs';
import type { CheckKind, CheckResult } from '../../schema/index.ts';
import type { ReportedCheck, ReportedProblem } from './protocol.ts';

export interface Results {
  checks: Map<string, ReportedCheck[]>;
  /** Checks that each group's spec declares. */
  counts: Record<string, number>;
  problems: ReportedProblem[];
  /** Playwright came as far as to report anything. */
  started: boolean;
}

/** Reads what the reporter wrote; a last line cut short by a kill is left out. */
export function readResults(path: string): Results {
  const results: Results = { checks: new Map(), counts: {}, problems: [], started: false };
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  for (const line of text.split('\n').slice(0, -1)) {
    const value: unknown = JSON.parse(line);
    results.started = true;
    if (typeof value !== 'object' || value === null) continue;
    if ('counts' in value) Object.assign(results.counts, value.counts);
    else if ('problem' in value) results.problems.push(value as ReportedProblem);
    else {
      const check = value as ReportedCheck;
      results.checks.set(check.group, [...(results.checks.get(check.group) ?? []), check]);
    }
  }
  return results;
}

const KINDS: readonly CheckKind[] = ['target', 'preservation', 'control'];

/** A check of Playwright's as bugsweep records it. Undefined if its tags name no kind, or several. */
export function toCheckResult(check: ReportedCheck): CheckResult | undefined {
  const kinds = KINDS.filter((kind) => check.tags.includes(`@${kind}`));
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) return undefined;
  const base = { name: check.name, kind, durationMs: check.durationMs };
  if (check.status === 'skipped') {
    const seen = 'not run: left out in this group';
    return { ...base, verdict: 'uncertain', notRun: true, expected: check.name, seen, evidence: [] };
  }
  if (check.outcome !== null) {
    return { ...base, notRun: false, ...check.outcome };
  }
  // The worker ended before the check could say how it went.
  const seen = `the judge broke off: ${check.errors.join('\n').slice(0, 2000) || check.status}`;
  return {
    ...base,
    verdict: 'uncertain',
    notRun: false,
    expected: check.name,
    seen,
    trouble: 'judge-failed',
    evidence: [],
  };
}
