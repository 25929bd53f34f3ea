import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { RESULTS_VARIABLE, type StepResult } from './run-steps.ts';

type SeenError = Readonly<{ message?: string; stack?: string | undefined; diff?: unknown }>;

/** Writes what `npm test` prints at its end. Unlike vitest's own JSON, with the diff of an assertion. */
export default class StepReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SeenError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    const name = (test: TestCase) => `${test.module.relativeModuleId}: ${test.fullName.replaceAll(' > ', ' ')}`;
    // A file that cannot be loaded, or a hook of one, has no test to fail.
    const outside = [
      ...modules.flatMap((module) => module.errors().map((error) => ({ name: module.relativeModuleId, error }))),
      ...unhandled.map((error) => ({ name: 'outside of any test', error })),
    ];
    const failures = [
      ...outside.map((failure) => ({ name: failure.name, message: messageOf([failure.error]) })),
      ...inState('failed').map((test) => ({ name: name(test), message: messageOf(test.result().errors ?? []) })),
    ];
    const counts: StepResult['tests'] = {
      passed: inState('passed').length,
      failed: failures.length,
      // Interrupted ones count as left out, too.
      skipped: [...inState('skipped'), ...inState('pending')].map(({ fullName }) => fullName.replaceAll(' > ', ' ')),
      slow: tests.map((test) => ({ name: name(test), durationMs: test.diagnostic()?.duration ?? 0 })),
      failures,
    };
    writeFileSync(process.env[RESULTS_VARIABLE] ?? '/dev/null', JSON.stringify(counts));
  }
}

function messageOf(errors: readonly SeenError[]): string {
  const texts = errors.flatMap(({ message = '', stack = '', diff }) => [
    message,
    ...(typeof diff === 'string' ? [diff] : []),
    ...stack.split('\n').filter((line) => line.includes('tests/') || line.includes('src/')),
  ]);
  return stripVTControlCharacters(texts.join('\n'));
}
