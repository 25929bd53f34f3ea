import { z } from 'zod';

/** File in the home of `mini` from which it learns where it is. */
export const MINI_SETTINGS = 'settings.json';

export const miniSettingsSchema = z.strictObject({
  /** Address of the model's endpoint, without `/v1`. */
  modelUrl: z.string(),
  servers: z.array(
    z.strictObject({ name: z.string(), command: z.array(z.string()).min(1), env: z.record(z.string(), z.string()) }),
  ),
});
export type MiniSettings = z.infer<typeof miniSettingsSchema>;

/**
 * Why a round of `mini` ended early: the model's endpoint, a conversation that became too long for the model, an answer
 * that was cut off or withheld, the limit of steps, a server of tools that did not start.
 */
export const miniTroubles = ['model', 'context', 'answer', 'steps', 'servers'] as const;
export type MiniTrouble = (typeof miniTroubles)[number];

/** One line that `mini` prints. `id` joins a call and its result; an `error` says why an `end` is not finished. */
export const miniEventSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('start'), session: z.string(), model: z.string(), tools: z.array(z.string()) }),
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({
    ...{ type: z.literal('call'), id: z.string(), tool: z.string() },
    arguments: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({ type: z.literal('result'), id: z.string(), output: z.string() }),
  z.strictObject({ type: z.literal('error'), reason: z.enum(miniTroubles), message: z.string() }),
  z.strictObject({
    ...{ type: z.literal('end'), finished: z.boolean(), steps: z.int() },
    /** Tokens of this round, as the endpoint said; what the run counts by is the gateway's own count. */
    usage: z.strictObject({ inputTokens: z.int(), cachedTokens: z.int(), outputTokens: z.int() }),
  }),
]);
export type MiniEvent = z.infer<typeof miniEventSchema>;
