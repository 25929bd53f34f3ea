import { cliAgentNames } from '../src/agent/index.ts';
import { installableTools } from '../src/browser/index.ts';
import { checkSteps, runSteps, type Step } from './run-steps.ts';

const bugsweep = [process.execPath, 'bin/bugsweep.mjs'];
const validate = [...bugsweep, 'validate', 'smoke', '--jobs', '4', '--json'];
const npmCi = ['npm', 'ci', '--no-audit', '--no-fund'];
/** Real coding agents and browser tools: a user may leave them out, and sees their tests skipped. */
const programs = ['--agent', cliAgentNames().join(','), '--tool', installableTools().join(',')];
const tasks = (...names: string[]) => ['--task', names.join(',')];
/** All of the list but the one with most wrong fixes: by itself it takes as long as three others. */
const inBrowser = tasks('double-submit', 'card-stretch', 'inline-rename', 'htmx-back');
const inCi = !['', 'false', undefined].includes(process.env.CI);
const web = 'apps/team-tasks/web';
const api = 'apps/team-tasks/api';

/**
 * Everything: build, tools, checks, the application's own tests, end-to-end tests, and the proof that the judges can be
 * trusted. Ends with a plain line of counts.
 */
const steps: Step[] = [
  { name: 'build', command: ['tsdown', '--logLevel', 'warn'] },
  { name: 'browser and sandbox', command: [...bugsweep, 'doctor', '--fix'] },
  ...(inCi ? [{ name: 'coding agents', command: [...bugsweep, 'doctor', '--fix', ...programs] }] : []),
  ...checkSteps,
  { name: 'Team Tasks, front end: install', command: npmCi, cwd: web },
  { name: 'Team Tasks, front end: types', command: ['tsc', '--noEmit'], cwd: web },
  { name: 'Team Tasks, front end: tests', command: ['vitest', 'run'], tests: 'vitest', cwd: web },
  { name: 'Team Tasks, API: install', command: npmCi, cwd: api },
  { name: 'Team Tasks, API: types', command: ['tsc', '--noEmit'], cwd: api },
  { name: 'Team Tasks, API: tests', command: ['vitest', 'run'], tests: 'vitest', cwd: api },
  { name: 'end-to-end tests', command: ['vitest', 'run', '--config', 'vitest.e2e.config.ts'], tests: 'vitest' },
  // Some of a list here; `bugsweep validate` without a suite tries every judge, at a price of an hour.
  {
    name: 'judges: wrong fixes, other right ones, no page',
    command: [...validate, ...inBrowser, '--phases', 'wrong,alternative,blank'],
    tests: 'validation',
  },
  {
    name: 'judges: base and reference, also by tests in plain English',
    command: [...validate, ...inBrowser, '--phases', 'base,reference', '--judge', 'agentic'],
    tests: 'validation',
  },
  { name: 'judge of reports', command: [...validate, ...tasks('qa-board-count')], tests: 'validation' },
];

const results = await runSteps(steps);
const sum = (key: 'passed' | 'failed') => results.reduce((total, { tests }) => total + tests[key], 0);
const slowest = results
  .flatMap(({ name, durationMs, tests }) => [{ name: `[${name}]`, durationMs }, ...tests.slow])
  .sort((a, b) => b.durationMs - a.durationMs)
  .slice(0, 10);
console.log('\nSlowest steps and tests:');
for (const { name, durationMs } of slowest) console.log(`${(durationMs / 1000).toFixed(1).padStart(7)} s  ${name}`);

// Said once more where it is looked for first: at the end, within the few lines that are kept of a long output.
const MAX_LINES = 80;
const shorten = (text: string) =>
  text
    .split('\n')
    .slice(0, MAX_LINES)
    .map((line) => `    ${line.slice(0, 400)}`);
for (const { name, message } of results.flatMap(({ tests }) => tests.failures)) {
  console.log(`\nFailed: ${name}\n${shorten(message).join('\n')}`);
}

// A failed step without failed tests (a type error, a stale file) counts as one failure.
const failedSteps = results.filter(({ ok, tests }) => !ok && tests.failed === 0);
if (failedSteps.length > 0) console.log(`\nFailed steps: ${failedSteps.map(({ name }) => name).join(', ')}`);

// A test says in its name which user it is for; any other skip means that a part is missing, which CI must have.
const skipped = results.flatMap(({ tests }) => tests.skipped);
if (skipped.length > 0) console.log(`\nSkipped:\n${skipped.map((name) => `  ${name}`).join('\n')}`);
const missing = inCi ? skipped.filter((name) => !/\(as (root|an ordinary user)\)( |$)/.test(name)) : [];
if (missing.length > 0) console.log(`\nSkipped, which CI=true makes a failure: ${missing.length}`);
const failed = sum('failed') + failedSteps.length + missing.length;
console.log(`\n${sum('passed')} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`);
if (failed > 0) process.exitCode = 1;
