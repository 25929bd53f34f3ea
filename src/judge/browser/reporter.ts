/**
 * Playwright reporter that writes one JSON line for each check and each problem of the whole.
 * Runs in Playwright's own process, which no page or patch can reach.
 */
import { appendFileSync } from 'node:fs';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { groupOfSpec, OUTCOME_ANNOTATION, type ReportedCheck, type ReportedProblem } from './protocol.ts';

export default class ResultReporter implements Reporter {
  private readonly path = process.env.BUGSWEEP_JUDGE_RESULTS ?? '';

  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    const counts: Record<string, number> = {};
    for (const test of suite.allTests()) {
      const group = groupOfSpec(test.location.file);
      counts[group] = (counts[group] ?? 0) + 1;
    }
    this.write({ counts });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const annotation = [...result.annotations, ...test.annotations].find(({ type }) => type === OUTCOME_ANNOTATION);
    const line: ReportedCheck = {
      group: groupOfSpec(test.location.file),
      name: test.title,
      tags: test.tags,
      status: result.status,
      durationMs: result.duration,
      outcome: annotation?.description === undefined ? null : JSON.parse(annotation.description),
      errors: result.errors.map((error) => error.message ?? String(error.value)),
    };
    this.write(line);
  }

  onError(error: TestError): void {
    const file = error.location?.file;
    const problem: ReportedProblem = {
      group: file === undefined ? null : groupOfSpec(file),
      problem: error.message ?? String(error.value),
    };
    this.write(problem);
  }

  private write(line: unknown): void {
    appendFileSync(this.path, `${JSON.stringify(line)}\n`);
  }
}
