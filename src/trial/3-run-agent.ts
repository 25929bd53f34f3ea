import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Agent, AgentContext, Conversation, RoundEnd, RoundInput } from '../agent/index.ts';
import { errorText } from '../errors.ts';
import { monotonicMs, writeFileAtomic } from '../host/index.ts';
import { type Spent, subtractUsage } from '../model/index.ts';
import type { AgentEnd, RoundRecord } from '../schema/index.ts';
import { capturePatch } from '../workspace/index.ts';
import type { ModelPlace } from './model-place.ts';
import type { PreparedTask, TrialOrder } from './trial-context.ts';

export interface AgentWork {
  agentEnd: AgentEnd;
  rounds: RoundRecord[];
  warnings: string[];
}

export interface AgentPlan {
  /** One text a round. */
  prompts: readonly string[];
  prepared: PreparedTask;
  /** What the agent's model takes; undefined for agents without a model that bugsweep knows of. */
  spending: Pick<ModelPlace, 'settle' | 'cap'> | undefined;
}

/**
 * Plays the rounds one after another until the last, the deadline, or a round that did not finish. The patch after
 * each round is kept. Whatever the agent does ends as data; only the machine's trouble throws.
 */
export async function runAgent(
  order: TrialOrder,
  { prompts, prepared, spending }: AgentPlan,
  context: AgentContext,
): Promise<AgentWork> {
  const { agent, dir } = order;
  const work: AgentWork = { agentEnd: 'finished', rounds: [], warnings: [] };
  const deadline = monotonicMs() + order.agentTimeoutMs;
  const conversation = await agent.open(context);
  try {
    for (const [index, prompt] of prompts.entries()) {
      const n = index + 1;
      await writeFile(join(dir, `prompt-${n}.md`), prompt);
      const startedAt = monotonicMs();
      const before = await spending?.settle();
      const cap = spending?.cap;
      const signal = cap === undefined ? order.signal : AbortSignal.any([order.signal, cap]);
      const end = withCap(
        await startRound(conversation, { n, prompt, timeoutMs: deadline - startedAt, signal }, context, cap),
        cap,
      );
      order.signal.throwIfAborted();
      const after = await spending?.settle();
      const durationMs = monotonicMs() - startedAt;
      const patchBytes = n < prompts.length ? await keepRoundPatch(n, order, prepared, context, work.warnings) : 0;
      work.rounds.push({ n, ...end, ...takenSince(before, after, end.costUsd), durationMs, patchBytes });
      work.agentEnd = end.agentEnd;
      if (end.agentEnd !== 'finished') break;
    }
  } finally {
    await closeQuietly(conversation, agent, work.warnings);
  }
  return work;
}

async function startRound(
  conversation: Conversation,
  input: RoundInput,
  context: AgentContext,
  cap: AbortSignal | undefined,
): Promise<RoundEnd> {
  if (cap?.aborted === true) return { agentEnd: 'spend-cap', detail: String(cap.reason), costUsd: null };
  if (input.timeoutMs > 0) return playRound(conversation, input, context);
  return { agentEnd: 'timeout', detail: 'the deadline had passed before this round', costUsd: null };
}

/** An agent that was stopped by its cap says that it failed; one that was done before that is done. */
const withCap = (end: RoundEnd, cap: AbortSignal | undefined): RoundEnd =>
  cap?.aborted === true && end.agentEnd === 'error'
    ? { ...end, agentEnd: 'spend-cap', detail: String(cap.reason) }
    : end;

/** Tokens and cost of one round, as the endpoint counted them; an agent without a model says its cost itself. */
function takenSince(before: Spent | undefined, after: Spent | undefined, ownCostUsd: number | null) {
  if (before === undefined || after === undefined) return { usage: null, costUsd: ownCostUsd };
  const known = before.costUsd !== null && after.costUsd !== null;
  return {
    usage: subtractUsage(after.usage, before.usage),
    costUsd: known ? Math.max(0, (after.costUsd ?? 0) - (before.costUsd ?? 0)) : null,
  };
}

/** The harness owns the deadline: an agent that does not return is ended with its pod. */
async function playRound(conversation: Conversation, input: RoundInput, { pod }: AgentContext): Promise<RoundEnd> {
  const GRACE_MS = 5_000;
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<RoundEnd>((resolve) => {
    timer = setTimeout(async () => {
      await pod.kill();
      resolve({ agentEnd: 'timeout', detail: `not finished after ${input.timeoutMs} ms`, costUsd: null });
    }, input.timeoutMs + GRACE_MS);
  });
  try {
    return await Promise.race([conversation.round(input), overdue]);
  } finally {
    clearTimeout(timer);
  }
}

async function keepRoundPatch(
  n: number,
  { dir }: TrialOrder,
  { store, baselineTree, declared }: PreparedTask,
  { pod, workspaceDir }: AgentContext,
  warnings: string[],
): Promise<number> {
  try {
    const { patch } = await pod.whileFrozen(() =>
      capturePatch({ store, dir: workspaceDir, baselineTree, declared, protectedPaths: [] }),
    );
    writeFileAtomic(join(dir, `patch-round-${n}.diff`), patch);
    return patch.length;
  } catch (error) {
    // The verdict rests on the last capture alone; a lost snapshot must not cost the trial.
    warnings.push(`the patch after round ${n} could not be kept: ${errorText(error)}`);
    return 0;
  }
}

async function closeQuietly(conversation: Conversation, agent: Agent, warnings: string[]): Promise<void> {
  try {
    await conversation.close();
  } catch (error) {
    warnings.push(`${agent.name} did not close: ${errorText(error)}`);
  }
}
