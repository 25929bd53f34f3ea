import { z } from 'zod';
import { sdkProviders } from './sdk-provider.ts';
import { schemaVersion } from './version.ts';

const part = z.looseObject({ type: z.string() });

/** One answer of a model to what a verifier asked, to be given again instead of asking. Its file is named by the question. */
export const cassetteSchema = z.strictObject({
  schemaVersion,
  sdk: z.enum(sdkProviders),
  model: z.string(),
  /** Which repeat and try it was, as far as that makes another question of the same words. */
  take: z.string(),
  answer: z.strictObject({
    content: z.array(part),
    finishReason: z.looseObject({ unified: z.string() }),
    usage: z.looseObject({
      inputTokens: z.looseObject({
        total: z.number().optional(),
        cacheRead: z.number().optional(),
        cacheWrite: z.number().optional(),
      }),
      outputTokens: z.looseObject({ total: z.number().optional(), reasoning: z.number().optional() }),
    }),
    providerMetadata: z.record(z.string(), z.unknown()).optional(),
  }),
});
export type Cassette = z.infer<typeof cassetteSchema>;
