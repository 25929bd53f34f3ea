import type { SpendCap, Usage } from '../schema/index.ts';
import type { Charge } from './charge.ts';
import { addUsage, noUsage } from './usage.ts';

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
  add(charge: Charge): void;
  spent(): Spent;
  /**
   * Why nothing more may be spent; undefined while it may. Known only after the call that went over. Calls that were
   * not counted are held against the cap by an estimate.
   */
  reached(): string | undefined;
}

export function spendMeter(cap: SpendCap, options: { what: string; parent?: SpendMeter }): SpendMeter {
  const { what, parent } = options;
  let spent: Spent = { usage: noUsage, costUsd: 0, calls: 0, uncounted: 0 };
  const held = { tokens: 0, costUsd: 0 };
  return {
    add(charge) {
      const { usage, costUsd } = charge;
      spent = {
        usage: addUsage(spent.usage, usage ?? noUsage),
        costUsd: spent.costUsd === null || costUsd === null ? null : spent.costUsd + costUsd,
        calls: spent.calls + 1,
        uncounted: spent.uncounted + (usage === null ? 1 : 0),
      };
      held.tokens += charge.held.tokens;
      held.costUsd += charge.held.costUsd;
      parent?.add(charge);
    },
    spent: () => spent,
    reached() {
      if (cap.costUsd !== undefined && held.costUsd >= cap.costUsd) {
        return `${what} has spent $${held.costUsd.toFixed(2)} of $${cap.costUsd.toFixed(2)}`;
      }
      if (cap.tokens !== undefined && held.tokens >= cap.tokens) {
        return `${what} has used ${held.tokens} of ${cap.tokens} tokens`;
      }
      return parent?.reached();
    },
  };
}
