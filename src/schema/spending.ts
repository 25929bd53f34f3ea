import { z } from 'zod';

const price = z.number().nonnegative();

/** US dollars for a million tokens. */
export const modelPriceSchema = z.strictObject({
  input: price,
  /** Input read from the provider's cache. */
  cached: price,
  /** Input written to the cache. Default: as other input. */
  cacheWrite: price.optional(),
  output: price,
  /** A call that reads more tokens has another price, which is not known here. */
  maxInput: z.int().positive().optional(),
});
export type ModelPrice = z.infer<typeof modelPriceSchema>;

/** Prices by name of the model; the file of `--prices` has this shape too. */
export const priceListSchema = z.strictObject({
  /** Day on which the prices were read, `2026-01-31`. */
  asOf: z.iso.date(),
  models: z.record(z.string(), modelPriceSchema),
});
export type PriceList = z.infer<typeof priceListSchema>;

/** What may be spent. The first bound that is reached stops the spending. */
export const spendCapSchema = z.strictObject({
  /** US dollars. */
  costUsd: z.number().positive().optional(),
  /** Input and output together. The only bound that holds for a model whose price is unknown. */
  tokens: z.int().positive().optional(),
});
export type SpendCap = z.infer<typeof spendCapSchema>;

/** What the agents of a run may spend on their models. */
export const spendingSchema = z.strictObject({
  trial: spendCapSchema,
  /** All trials together, each time the run is played or gone on with. */
  run: spendCapSchema,
  /** The user's own prices, which go before the built-in ones. */
  prices: priceListSchema.nullable(),
});
export type Spending = z.infer<typeof spendingSchema>;

export const noSpendingBounds: Spending = { trial: {}, run: {}, prices: null };
