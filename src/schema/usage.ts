import { z } from 'zod';

const count = z.int().nonnegative();

/** Tokens of model calls, as the provider counted them. */
export const usageSchema = z.strictObject({
  /** Everything that the model read, the cached part and the part written to the cache included. */
  inputTokens: count,
  /** Read from the provider's cache; part of `inputTokens`. */
  cachedTokens: count,
  /** Written to the provider's cache, where that is billed apart; part of `inputTokens`. */
  cacheWriteTokens: count,
  /** Everything that the model wrote, reasoning included. */
  outputTokens: count,
  /** Part of `outputTokens`, where the provider tells. */
  reasoningTokens: count,
});
export type Usage = z.infer<typeof usageSchema>;
