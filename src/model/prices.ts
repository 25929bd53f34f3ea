import type { ModelPrice, PriceList, Usage } from '../schema/index.ts';

/** Published list prices. A model that is not here has no known price: nothing is guessed from a similar name. */
export const listPrices: PriceList = {
  asOf: '2025-11-24',
  models: {
    'gpt-5': { input: 1.25, cached: 0.125, output: 10 },
    'gpt-5-mini': { input: 0.25, cached: 0.025, output: 2 },
    'gpt-5-nano': { input: 0.05, cached: 0.005, output: 0.4 },
    'gpt-4.1': { input: 2, cached: 0.5, output: 8 },
    'gpt-4.1-mini': { input: 0.4, cached: 0.1, output: 1.6 },
    'claude-opus-4-5': { input: 5, cached: 0.5, cacheWrite: 6.25, output: 25 },
    'claude-sonnet-4-5': { input: 3, cached: 0.3, cacheWrite: 3.75, output: 15, maxInput: 200_000 },
    'claude-haiku-4-5': { input: 1, cached: 0.1, cacheWrite: 1.25, output: 5 },
    'gemini-2.5-flash': { input: 0.3, cached: 0.03, output: 2.5 },
  },
};

/** The user's own prices before the built-in ones. */
export const withListPrices = (own: PriceList | null): PriceList[] => (own === null ? [listPrices] : [own, listPrices]);

/** The price of a model; its name may carry a provider before it and a day behind it. */
export function priceOf(model: string, lists: readonly PriceList[]): ModelPrice | undefined {
  const bare = model.slice(model.lastIndexOf('/') + 1);
  const names = [model, bare, bare.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, '')];
  for (const { models } of lists) {
    const name = names.find((each) => Object.hasOwn(models, each));
    if (name !== undefined) return models[name];
  }
  return undefined;
}

/** US dollars of some tokens. */
export function costOf(usage: Usage, { input, cached, cacheWrite = input, output }: ModelPrice): number {
  const plain = usage.inputTokens - usage.cachedTokens - usage.cacheWriteTokens;
  return (
    (plain * input + usage.cachedTokens * cached + usage.cacheWriteTokens * cacheWrite + usage.outputTokens * output) /
    1e6
  );
}
