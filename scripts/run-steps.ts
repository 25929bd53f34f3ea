import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Tells the reporter of vitest where its results go. */
export const RESULTS_VARIABLE = 'BUGSWEEP_STEP_RESULTS';

export interface Step {
  name: string;
  /** Program of node_modules/.bin and its arguments. */
  command: readonly string[];
  /** Counts tests: `step-reporter.ts` writes those of vitest; a validation prints its answer as JSON. */
  tests?: 'vitest' | 'validation';
  /** Folder to run in, from the repository's; its own node_modules/.bin is used. */
  cwd?: string;
}

export interface StepResult {
  name: string;
  ok: boolean;
  durationMs: number;
  tests: {
    passed: number;
    failed: number;
    skipped: string[];
    slow: { name: string; durationMs: number }[];
    /** What failed and what it said, without colours. */
    failures: { name: string; message: string }[];
  };
}

const NOTHING: StepResult['tests'] = { passed: 0, failed: 0, skipped: [], slow: [], failures: [] };

/** The checks of `npm run check`, in order. */
export const checkSteps: readonly Step[] = [
  { name: 'biome', command: ['biome', 'check', '--error-on-warnings', '.'] },
  {
    name: 'tsc',
    command: ['tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/check.tsbuildinfo'],
  },
  { name: 'rooms', command: ['tsx', 'scripts/check-rooms.ts'] },
  { name: 'knip', command: ['knip', '--no-progress'] },
  { name: 'generated files', command: ['tsx', 'scripts/generate-schemas.ts', '--check'] },
  { name: 'unit tests', command: ['vitest', 'run'], tests: 'vitest' },
];

/** Runs all steps one after the other, also after a failed one, and prints what each took. */
export async function runSteps(steps: readonly Step[]): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) {
    const result = await runStep(step);
    console.error(`${result.ok ? 'ok    ' : 'FAILED'} ${step.name}  ${(result.durationMs / 1000).toFixed(1)} s`);
    results.push(result);
  }
  return results;
}

async function runStep({ name, command, tests, cwd = '.' }: Step): Promise<StepResult> {
  const dir = mkdtempSync(join(tmpdir(), 'bugsweep-steps-'));
  const output = join(dir, 'tests.json');
  const [program = '', ...given] = command;
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/step-reporter.ts')}`];
  const args = tests === 'vitest' ? [...given, ...reporters] : given;
  const startedAt = performance.now();
  const local = join(root, cwd, 'node_modules/.bin', program);
  const exitCode = await run(existsSync(local) ? local : program, args, {
    cwd: join(root, cwd),
    env: { ...process.env, [RESULTS_VARIABLE]: output },
    ...(tests === 'validation' ? { stdoutFile: output } : {}),
  });
  const durationMs = performance.now() - startedAt;
  const counts = tests === 'vitest' ? readTests(output) : tests === 'validation' ? readValidation(output) : NOTHING;
  rmSync(dir, { recursive: true, force: true });
  return { name, ok: exitCode === 0, durationMs, tests: counts };
}

function run(
  file: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; stdoutFile?: string },
): Promise<number> {
  return new Promise((resolve) => {
    const stdout = options.stdoutFile === undefined ? 'inherit' : openSync(options.stdoutFile, 'w');
    const child = spawn(file, args, { cwd: options.cwd, env: options.env, stdio: ['ignore', stdout, 'inherit'] });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** Each thing that a judge was tried on counts as one test. */
function readValidation(path: string): StepResult['tests'] {
  try {
    const { judged, violations } = JSON.parse(readFileSync(path, 'utf8')) as {
      judged: number;
      violations: { task: string; label: string; message: string }[];
    };
    const failures = violations.map(({ task, label, message }) => ({ name: `VIOLATION ${task} ${label}`, message }));
    return { ...NOTHING, passed: judged - violations.length, failed: violations.length, failures };
  } catch {
    // It ended before it could answer.
    return { ...NOTHING, failed: 1 };
  }
}

/** What `step-reporter.ts` wrote. */
function readTests(path: string): StepResult['tests'] {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // vitest ended before it could report: that is a failure of its own.
    return { ...NOTHING, failed: 1 };
  }
}
