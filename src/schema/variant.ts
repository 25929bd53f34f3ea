import { z } from 'zod';
import { type Level, levelSchema } from './task.ts';

export const browserWishSchema = z.enum(['on', 'off']);
export type BrowserWish = z.infer<typeof browserWishSchema>;

/** The browser tool where none is named: Playwright from Node, with the Chromium of the pod. */
export const DEFAULT_TOOL = 'playwright';

/** What is varied beside agent, model, task and attempt. */
export const variantSchema = z.strictObject({
  level: levelSchema,
  /** Whether the prompt speaks of the browser. The browser is there in any case. */
  browser: browserWishSchema.default('on'),
  /** Time that the prompt gives, for all rounds together; null: it names none. */
  budgetMs: z.int().positive().nullable().default(null),
  /** What the agent uses the browser with, by its name. */
  tool: z.string().default(DEFAULT_TOOL),
});
export type Variant = z.infer<typeof variantSchema>;

/** The variant of a run in which only the level is chosen. */
export const plainVariant = (level: Level): Variant => ({
  ...{ level, browser: 'on', budgetMs: null, tool: DEFAULT_TOOL },
});

/** `ticket`, `open-no-browser-20m`: for tables, and a folder's name. */
export function variantName({ level, browser, budgetMs, tool }: Variant): string {
  const parts = [
    ...[level, browser === 'off' ? 'no-browser' : '', budgetMs === null ? '' : short(budgetMs)],
    tool === DEFAULT_TOOL ? '' : tool,
  ];
  return parts.filter((part) => part !== '').join('-');
}

function short(ms: number): string {
  const units = [
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1000],
  ] as const;
  const fitting = units.find(([, size]) => ms % size === 0);
  return fitting === undefined ? `${ms}ms` : `${ms / fitting[1]}${fitting[0]}`;
}
