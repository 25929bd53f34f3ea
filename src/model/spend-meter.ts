import type { Usage } from '../schema/index.ts';
import { costOf, type ModelPrice } from './prices.ts';
import { addUsage, noUsage } from './usage.ts';

/** What may be spent. The first bound that is reached stops the spending. */
export interface SpendCap {
  costUsd?: number | undefined;
  /** Input and output together. The only bound that holds for a model whose price is unknown. */
  tokens?: number | undefined;
}

export interface Spent {
  usage: Usage;
  /** Null as soon as one call's cost is unknown. */
  costUsd: number | null;
  calls: number;
  /** Calls whose answer did not say what it took, such as one that was cut off. */
  uncounted: number;
}

/** Adds up what model calls take, and says when it is enough. A meter may have a parent: a trial's has the run's. */
export interface SpendMeter {
  add(usage: Usage | undefined, price: ModelPrice | undefined): void;
  spent(): Spent;
  /** Why nothing more may be spent; undefined while it may. Known only after the call that went over. */
  reached(): string | undefined;
}

export function spendMeter(cap: SpendCap, options: { what: string; parent?: SpendMeter }): SpendMeter {
  const { what, parent } = options;
  let spent: Spent = { usage: noUsage, costUsd: 0, calls: 0, uncounted: 0 };
  return {
    add(usage, price) {
      const cost = usage === undefined || price === undefined ? null : costOf(usage, price);
      spent = {
        usage: addUsage(spent.usage, usage ?? noUsage),
        costUsd: spent.costUsd === null || cost === null ? null : spent.costUsd + cost,
        calls: spent.calls + 1,
        uncounted: spent.uncounted + (usage === undefined ? 1 : 0),
      };
      parent?.add(usage, price);
    },
    spent: () => spent,
    reached() {
      const { costUsd, usage } = spent;
      const tokens = usage.inputTokens + usage.outputTokens;
      if (cap.costUsd !== undefined && costUsd !== null && costUsd >= cap.costUsd) {
        return `${what} has spent $${costUsd.toFixed(2)} of $${cap.costUsd.toFixed(2)}`;
      }
      if (cap.tokens !== undefined && tokens >= cap.tokens) {
        return `${what} has used ${tokens} of ${cap.tokens} tokens`;
      }
      return parent?.reached();
    },
  };
}
