import { z } from 'zod';
import type { Environment, Owner } from '../../environment/index.ts';
import { defaultLimits } from '../../environment/index.ts';
import { monotonicMs, tail } from '../../host/index.ts';
import { type CheckResult, checkKindSchema, parseWith, verdictSchema } from '../../schema/index.ts';
import type { GroupResult } from '../group.ts';

const MAX_OUTPUT_BYTES = 4 << 20;

export interface ScriptGroup {
  command: readonly string[];
  timeoutMs: number;
  testsDir: string;
  workspaceDir: string;
  owner: Owner | undefined;
  logPath: string;
  signal?: AbortSignal;
}

/** A line that a script judge prints for each check. */
const lineSchema = z.strictObject({
  check: z.string().min(1),
  kind: checkKindSchema,
  verdict: verdictSchema,
  expected: z.string().default(''),
  seen: z.string().default(''),
});

/**
 * Runs the task's command in a fresh pod with the patched workspace (read-only) and the task's tests. It prints one
 * JSON line for each check and exits with 0. Anything else is trouble of the judge, never a verdict.
 * Code of the workspace that the command runs can print such lines too: use this only where it reads and does not run.
 */
export async function judgeByScript(environment: Environment, group: ScriptGroup): Promise<GroupResult> {
  const startedAt = monotonicMs();
  const pod = await environment.createPod(
    {
      label: 'judge',
      mounts: [
        { at: '/workspace', kind: 'read', from: group.workspaceDir },
        { at: '/tests', kind: 'read', from: group.testsDir },
      ],
      limits: defaultLimits,
    },
    group.owner,
  );
  try {
    const result = await pod.run(
      group.command.map((word) => pod.path(word)),
      {
        cwd: '/workspace',
        timeoutMs: group.timeoutMs,
        maxOutputBytes: MAX_OUTPUT_BYTES,
        logPath: group.logPath,
        env: { WORKSPACE: pod.path('/workspace'), TESTS: pod.path('/tests') },
        ...(group.signal === undefined ? {} : { signal: group.signal }),
      },
    );
    const finish = (checks: CheckResult[], trouble?: GroupResult['trouble']): GroupResult => {
      const durationMs = monotonicMs() - startedAt;
      return { checks, durationMs, checksMs: result.durationMs, ...(trouble === undefined ? {} : { trouble }) };
    };
    if (result.timedOut)
      return finish([], { code: 'judge-timeout', message: `the judge did not end within ${group.timeoutMs} ms` });
    if (result.exitCode !== 0) {
      const how =
        result.exitCode === null ? `was ended by ${result.exitSignal}` : `ended with exit code ${result.exitCode}`;
      return finish([], { code: 'judge-failed', message: `the judge ${how}\n${tail(result.stderr)}` });
    }
    if (result.truncated) return finish([], { code: 'judge-failed', message: 'the judge printed more than 4 MiB' });
    return readLines(result.stdout.toString(), finish);
  } finally {
    await pod.kill();
  }
}

function readLines(
  stdout: string,
  finish: (checks: CheckResult[], trouble?: GroupResult['trouble']) => GroupResult,
): GroupResult {
  const checks: CheckResult[] = [];
  for (const line of stdout.split('\n').filter((text) => text.trim() !== '')) {
    const parsed = parseLine(line);
    if (parsed === undefined) {
      return finish([], {
        code: 'judge-failed',
        message: `the judge printed a line that is no check: ${line.slice(0, 200)}`,
      });
    }
    if (checks.some(({ name }) => name === parsed.check)) {
      return finish([], { code: 'duplicate-check', message: `two checks are called "${parsed.check}"` });
    }
    const { check: name, kind, verdict, expected, seen } = parsed;
    checks.push({ name, kind, verdict, notRun: false, expected, seen, durationMs: 0, evidence: [] });
  }
  if (checks.length === 0) return finish([], { code: 'no-checks', message: 'the judge printed no check' });
  return finish(checks);
}

function parseLine(line: string): z.infer<typeof lineSchema> | undefined {
  try {
    const result = parseWith(lineSchema, JSON.parse(line));
    return result.ok ? result.value : undefined;
  } catch {
    return undefined;
  }
}
