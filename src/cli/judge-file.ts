import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { SandboxKind } from '../environment/index.ts';
import { isoNow, monotonicMs } from '../host/index.ts';
import { plainVariant, SCHEMA_VERSION, type TrialRecord } from '../schema/index.ts';
import type { Task } from '../suite/index.ts';
import { judgePatch, triesBelow } from '../trial/index.ts';
import { applyPatch, reportAsPatch } from '../workspace/index.ts';
import type { CliContext } from './context.ts';
import { holdEvidence, stampOf } from './list-runs.ts';
import { type OpenWorkshop, openWorkshop } from './open-workshop.ts';
import { onUserPath } from './user-path.ts';
import type { ChosenVerifier } from './verifier-choice.ts';

/**
 * Judges one patch file, or a QA report, for one task; evidence goes below the runs' folder.
 * @throws UserError `patch-does-not-apply` naming file and hunk
 */
export async function judgeFile(
  path: string,
  task: Task,
  context: CliContext,
  options: { runsDir: string; sandbox: SandboxKind; verifier: ChosenVerifier | undefined },
): Promise<TrialRecord> {
  const startedAt = isoNow();
  const started = monotonicMs();
  const signal = context.interruptSignal();
  const dir = resolve(context.cwd, options.runsDir, `judge-${stampOf(startedAt)}`);
  const bytes = await onUserPath(path, () => readFileSync(path));
  const held = await onUserPath(dir, () => holdEvidence(dir));
  let opened: OpenWorkshop | undefined;
  try {
    opened = await openWorkshop(context, options);
    const { workshop, sandbox } = opened;
    const prepared = await workshop.prepare(task);
    const { store, baselineTree } = prepared;
    const patch = path.endsWith('.md') ? await reportAsPatch(store, baselineTree, bytes) : bytes;
    // Told as the caller's error, before anything is started.
    const { tree } = await applyPatch({ store, baselineTree, patch });
    const judgement = await judgePatch(workshop, prepared, {
      patch,
      expectedTree: tree,
      tryDir: triesBelow(dir),
      signal,
    });
    const judgeMs = monotonicMs() - started;
    return {
      schemaVersion: SCHEMA_VERSION,
      id: {
        suite: task.suite,
        task: task.id,
        agent: 'patch',
        label: `patch:${relative(context.cwd, path)}`,
        model: null,
        variant: plainVariant('ticket'),
        attempt: 1,
      },
      keys: { prediction: '', judgement: '' },
      ...{ outcome: judgement.outcome, target: judgement.target, preservation: judgement.preservation },
      ...{ passed: judgement.passed, reason: judgement.reason, checks: judgement.checks },
      agentEnd: 'finished',
      score: judgement.passed ? 1 : 0,
      judgeTries: judgement.tries.length,
      capture: null,
      patchSha256: createHash('sha256').update(patch).digest('hex'),
      rounds: [],
      times: { setUpMs: 0, agentMs: 0, captureMs: 0, judgeMs, totalMs: judgeMs },
      costUsd: 0,
      sandbox,
      warnings: [],
      startedAt,
      finishedAt: isoNow(),
    };
  } finally {
    await opened?.close();
    held.release();
  }
}
