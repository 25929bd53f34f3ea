import { checkSteps, runSteps, type Step } from './run-steps.ts';

/** Everything: build, checks, end-to-end tests. Ends with a plain line of counts. */
const steps: Step[] = [
  { name: 'build', command: ['tsdown', '--logLevel', 'warn'] },
  ...checkSteps,
  { name: 'end-to-end tests', command: ['vitest', 'run', '--config', 'vitest.e2e.config.ts'], tests: true },
];

const results = await runSteps(steps);
const sum = (key: 'passed' | 'failed' | 'skipped') => results.reduce((total, { tests }) => total + tests[key], 0);
const slowest = results
  .flatMap(({ name, durationMs, tests }) => [{ name: `[${name}]`, durationMs }, ...tests.slow])
  .sort((a, b) => b.durationMs - a.durationMs)
  .slice(0, 10);
console.log('\nSlowest steps and tests:');
for (const { name, durationMs } of slowest) console.log(`${(durationMs / 1000).toFixed(1).padStart(7)} s  ${name}`);

// A failed step without failed tests (a type error, a stale file) counts as one failure.
const failedSteps = results.filter(({ ok, tests }) => !ok && tests.failed === 0);
if (failedSteps.length > 0) console.log(`\nFailed steps: ${failedSteps.map(({ name }) => name).join(', ')}`);
const failed = sum('failed') + failedSteps.length;
const skipped = sum('skipped');
console.log(`\n${sum('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
if (failed > 0) process.exitCode = 1;
