import { z } from 'zod';
import { usageSchema } from './usage.ts';

/** One line of `model.jsonl`, in the order in which they ended: a request of an agent to its model's endpoint. No bodies, no key. */
export const modelCallSchema = z.strictObject({
  at: z.string(),
  method: z.string(),
  /** Without the query. */
  path: z.string(),
  model: z.string().nullable(),
  /** Of the provider's answer, or of the gateway's own refusal. */
  status: z.int(),
  /** Why the gateway answered by itself; null where the provider did. */
  refusal: z.enum(['not-allowed', 'spend-cap', 'too-large', 'unreachable']).nullable(),
  /** Time until the first byte of the answer, and until its last. */
  firstByteMs: z.number().nonnegative().nullable(),
  durationMs: z.number().nonnegative(),
  requestBytes: z.int().nonnegative(),
  responseBytes: z.int().nonnegative(),
  /** The client or the provider ended before the answer was whole. */
  cut: z.boolean(),
  usage: usageSchema.nullable(),
  costUsd: z.number().nonnegative().nullable(),
});
export type ModelCall = z.infer<typeof modelCallSchema>;
