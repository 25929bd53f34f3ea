import type { Conversation, RoundEnd, RoundInput } from '../agent/index.ts';
import type { Pod } from '../environment/index.ts';
import { monotonicMs } from '../host/index.ts';
import { type Spent, subtractUsage } from '../model/index.ts';
import type { RoundRecord } from '../schema/index.ts';
import type { ModelPlace } from './model-place.ts';

export type Spending = Pick<ModelPlace, 'settle' | 'cap'>;

/** Plays one round and says how it ended and what it took, as the endpoint counted. */
export async function playRound(
  conversation: Conversation,
  input: RoundInput,
  { pod, spending }: { pod: Pod; spending: Spending | undefined },
): Promise<Omit<RoundRecord, 'n' | 'patchBytes'>> {
  const startedAt = monotonicMs();
  const cap = spending?.cap;
  const before = await spending?.settle();
  const signal = cap === undefined ? input.signal : AbortSignal.any([input.signal, cap]);
  const end = withCap(await play(conversation, { ...input, signal }, pod, cap), cap);
  const after = await spending?.settle();
  return { ...end, ...takenSince(before, after, end.costUsd), durationMs: monotonicMs() - startedAt };
}

async function play(
  conversation: Conversation,
  input: RoundInput,
  pod: Pod,
  cap: AbortSignal | undefined,
): Promise<RoundEnd> {
  if (cap?.aborted === true) return { agentEnd: 'spend-cap', detail: String(cap.reason), costUsd: null };
  if (input.timeoutMs > 0) return withDeadline(conversation, input, pod);
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
async function withDeadline(conversation: Conversation, input: RoundInput, pod: Pod): Promise<RoundEnd> {
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
