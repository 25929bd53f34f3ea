import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

export interface Step {
  name: string;
  /** Program of node_modules/.bin and its arguments. */
  command: readonly string[];
  /** Counts tests: vitest is asked for its results as JSON too; a validation prints its answer as JSON. */
  tests?: 'vitest' | 'validation';
  /** Folder to run in, from the repository's; its own node_modules/.bin is used. */
  cwd?: string;
}

export interface StepResult {
  name: string;
  ok: boolean;
  durationMs: number;
  tests: { passed: number; failed: number; skipped: string[]; slow: { name: string; durationMs: number }[] };
}

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
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const args = tests === 'vitest' ? [...given, ...reporters] : given;
  const startedAt = performance.now();
  const local = join(root, cwd, 'node_modules/.bin', program);
  const exitCode = await run(existsSync(local) ? local : program, args, {
    cwd: join(root, cwd),
    ...(tests === 'validation' ? { stdoutFile: output } : {}),
  });
  const durationMs = performance.now() - startedAt;
  const counts =
    tests === 'vitest'
      ? readTests(output)
      : tests === 'validation'
        ? readValidation(output)
        : { passed: 0, failed: 0, skipped: [], slow: [] };
  rmSync(dir, { recursive: true, force: true });
  return { name, ok: exitCode === 0, durationMs, tests: counts };
}

function run(file: string, args: readonly string[], options: { cwd: string; stdoutFile?: string }): Promise<number> {
  return new Promise((resolve) => {
    const stdout = options.stdoutFile === undefined ? 'inherit' : openSync(options.stdoutFile, 'w');
    const child = spawn(file, args, { cwd: options.cwd, stdio: ['ignore', stdout, 'inherit'] });
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
    const { tasks, violations } = JSON.parse(readFileSync(path, 'utf8')) as {
      tasks: { judged: number }[];
      violations: { task: string; label: string; message: string }[];
    };
    for (const { task, label, message } of violations) console.error(`VIOLATION ${task} ${label}: ${message}`);
    const judged = tasks.reduce((sum, task) => sum + task.judged, 0);
    return { passed: judged - violations.length, failed: violations.length, skipped: [], slow: [] };
  } catch {
    // It ended before it could answer.
    return { passed: 0, failed: 1, skipped: [], slow: [] };
  }
}

const SKIPPED: ReadonlySet<string> = new Set(['skipped', 'pending', 'todo', 'disabled']);

interface VitestJson {
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string; duration?: number | null }[];
  }[];
}

function readTests(path: string): StepResult['tests'] {
  let report: VitestJson;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // vitest ended before it could report: that is a failure of its own.
    return { passed: 0, failed: 1, skipped: [], slow: [] };
  }
  const all = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (wanted: string) => all.filter(({ status }) => status === wanted).length;
  // A file that cannot be loaded has no tests to fail.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  return {
    passed: count('passed'),
    failed: count('failed') + broken,
    skipped: all.filter(({ status }) => SKIPPED.has(status)).map(({ fullName }) => fullName.trim()),
    slow: all.map(({ fullName, duration }) => ({ name: fullName.trim(), durationMs: duration ?? 0 })),
  };
}
