import type { Judgement } from '../../schema/index.ts';
import { meanSd } from '../../stats/index.ts';
import type { Violation } from './assess.ts';
import type { ProbeResult, ValidateReport } from './validate-suite.ts';

/** Shares (0–1) of what got a verdict; null where nothing did. What got none is a violation, and in no rate. */
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
  basePreservationSd: number | null;
  referencePreservationSd: number | null;
}

export function ratesOf(results: readonly ProbeResult[]): ValidationRates {
  const of = (phase: ProbeResult['phase']) => results.filter((result) => result.phase === phase);
  const share = (phase: ProbeResult['phase'], holds: (judgement: Judgement) => boolean) => {
    const all = of(phase).flatMap(({ judgement }) => (judgement?.outcome === 'judged' ? [judgement] : []));
    return all.length === 0 ? null : all.filter(holds).length / all.length;
  };
  const passes = (group: 'target' | 'preservation') => (judgement: Judgement) => judgement[group] === 'pass';
  const sdOverRepeats = (phase: ProbeResult['phase'], group: 'target' | 'preservation') => {
    const repeats = [...new Set(of(phase).map(({ repeat }) => repeat))];
    const rates = repeats.map((repeat) => {
      const same = of(phase).filter((result) => result.repeat === repeat);
      return same.filter(({ judgement }) => judgement?.[group] === 'pass').length / same.length;
    });
    return meanSd(rates).sd;
  };
  return {
    baseTarget: share('base', passes('target')),
    basePreservation: share('base', passes('preservation')),
    referenceTarget: share('reference', passes('target')),
    referencePreservation: share('reference', passes('preservation')),
    // Only the checks that a wrong fix must fail were run, so it never has `passed`.
    wrongAccepted: share('wrong', ({ target, preservation }) => target !== 'fail' && preservation !== 'fail'),
    alternativesRejected: share('alternative', ({ passed }) => !passed),
    blankAccepted: share('blank', ({ passed }) => passed),
    baseTargetSd: sdOverRepeats('base', 'target'),
    referenceTargetSd: sdOverRepeats('reference', 'target'),
    basePreservationSd: sdOverRepeats('base', 'preservation'),
    referencePreservationSd: sdOverRepeats('reference', 'preservation'),
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
