import type { ProbeResult, ValidateReport, Violation } from '../audit/index.ts';
import { meanSd } from '../stats/index.ts';

/** Shares (0–1) over everything that was judged; null where nothing was. */
export interface ValidationRates {
  baseTarget: number | null;
  basePreservation: number | null;
  referenceTarget: number | null;
  referencePreservation: number | null;
  /** Wrong fixes that got through. */
  wrongAccepted: number | null;
  /** Right solutions that look different and were refused. */
  alternativesRejected: number | null;
  blankAccepted: number | null;
  baseTargetSd: number | null;
  referenceTargetSd: number | null;
}

export function ratesOf(results: readonly ProbeResult[]): ValidationRates {
  const of = (phase: ProbeResult['phase']) => results.filter((result) => result.phase === phase);
  const share = (phase: ProbeResult['phase'], holds: (result: ProbeResult) => boolean) => {
    const all = of(phase);
    return all.length === 0 ? null : all.filter(holds).length / all.length;
  };
  const passes = (group: 'target' | 'preservation') => (result: ProbeResult) => result.judgement?.[group] === 'pass';
  const sdOverRepeats = (phase: ProbeResult['phase']) => {
    const repeats = [...new Set(of(phase).map(({ repeat }) => repeat))];
    const rates = repeats.map((repeat) => {
      const same = of(phase).filter((result) => result.repeat === repeat);
      return same.filter(passes('target')).length / same.length;
    });
    return meanSd(rates).sd;
  };
  return {
    baseTarget: share('base', passes('target')),
    basePreservation: share('base', passes('preservation')),
    referenceTarget: share('reference', passes('target')),
    referencePreservation: share('reference', passes('preservation')),
    wrongAccepted: share('wrong', ({ violation }) => violation !== undefined),
    alternativesRejected: share('alternative', ({ violation }) => violation !== undefined),
    blankAccepted: share('blank', ({ violation }) => violation !== undefined),
    baseTargetSd: sdOverRepeats('base'),
    referenceTargetSd: sdOverRepeats('reference'),
  };
}

/** The answer of `validate --json`. */
export function describeValidation(report: ValidateReport, jobs: number) {
  const names = [...new Set(report.results.map(({ task }) => task))].sort();
  const tasks = names.map((task) => {
    const own = report.results.filter((result) => result.task === task);
    const violations = report.violations.filter((violation: Violation) => violation.task === task);
    return { task, judged: own.length, rates: ratesOf(own), violations: violations.length };
  });
  const { wallMs, checksMs } = report;
  const otherShare = checksMs === 0 ? null : Math.max(0, wallMs * jobs - checksMs) / checksMs;
  return {
    violations: report.violations,
    rates: ratesOf(report.results),
    tasks,
    time: { wallMs, checksMs, jobs, otherShare },
  };
}
