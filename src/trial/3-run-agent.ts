import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentContext, LAST_REQUEST } from '../agent/index.ts';
import { errorText } from '../errors.ts';
import { monotonicMs, writeFileAtomic } from '../host/index.ts';
import type { AgentEnd, RoundRecord } from '../schema/index.ts';
import { capturePatch } from '../workspace/index.ts';
import { closeQuietly } from './close-quietly.ts';
import { playRound, type Spending } from './play-round.ts';
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
  spending: Spending | undefined;
}

/** Time to do as the last request says. */
const LAST_REQUEST_MS = 3 * 60_000;

/**
 * Plays the rounds one after another until the last, the deadline, or a round that did not finish. The patch after
 * each round is kept. Who was told of its time, and goes on, is asked once more to hand in what there is. Whatever the
 * agent does ends as data; only the machine's trouble throws.
 */
export async function runAgent(
  order: TrialOrder,
  { prompts, prepared, spending }: AgentPlan,
  context: AgentContext,
): Promise<AgentWork> {
  const { agent, dir, signal } = order;
  const work: AgentWork = { agentEnd: 'finished', rounds: [], warnings: [] };
  const conversation = await agent.open(context);
  // What it takes to set its place up is not the agent's time.
  const deadline = monotonicMs() + order.agentTimeoutMs;
  const play = async (prompt: string, timeoutMs: number) => {
    const n = work.rounds.length + 1;
    await writeFile(join(dir, `prompt-${n}.md`), prompt);
    const input = { n, prompt, timeoutMs, signal };
    const played = await playRound(conversation, input, { pod: context.pod, spending });
    signal.throwIfAborted();
    const patchBytes = n < prompts.length ? await keepRoundPatch(n, order, prepared, context, work.warnings) : 0;
    work.rounds.push({ n, ...played, patchBytes });
    work.agentEnd = played.agentEnd;
  };
  try {
    for (const prompt of prompts) {
      await play(prompt, deadline - monotonicMs());
      if (work.agentEnd !== 'finished') break;
    }
    if (work.agentEnd === 'timeout' && order.id.variant.budgetMs !== null) await play(LAST_REQUEST, LAST_REQUEST_MS);
  } finally {
    await closeQuietly(conversation, `${agent.name} did not close`, work.warnings);
  }
  return work;
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
