import { InvalidArgumentError } from 'commander';
import ms from 'ms';
import { type BrowserWish, browserWishSchema, type Level, levelSchema, nearest } from '../schema/index.ts';
import { collectList } from './numbers.ts';

/** What `--vary` names; an empty list: not varied. */
export interface Variation {
  level: Level[];
  browser: BrowserWish[];
  /** Milliseconds. */
  budget: number[];
  tool: string[];
}

export const noVariation: Variation = { level: [], browser: [], budget: [], tool: [] };

/** One word of `--vary`: `level=open,detailed`, `browser=on,off`, `budget=20m,40m`, `tool=playwright,playwright-mcp`. The flag may be repeated. */
export function collectVariation(text: string, all: Variation): Variation {
  const [name = '', ...rest] = text.split('=');
  const values = rest.join('=');
  switch (name) {
    case 'level':
      return { ...all, level: collectList(levelSchema.options)(values, all.level) };
    case 'browser':
      return { ...all, browser: collectList(browserWishSchema.options)(values, all.browser) };
    case 'budget':
      return { ...all, budget: [...new Set([...all.budget, ...values.split(',').map(timeSpan)])] };
    case 'tool':
      // Which there are is known once --mcp is read.
      return { ...all, tool: [...new Set([...all.tool, ...values.split(',').map((word) => word.trim())])] };
    default: {
      const near = nearest(name, Object.keys(noVariation));
      throw new InvalidArgumentError(
        `${near === undefined ? '' : `did you mean ${near}? `}known: ${Object.keys(noVariation).join(', ')}`,
      );
    }
  }
}

/** `90s`, `20m`, `8h`. A bare number would leave open what it counts. */
export function timeSpan(text: string): number {
  const word = text.trim();
  const value = /^\d+(\.\d+)?(s|m|h)$/.test(word) ? ms(word as ms.StringValue) : Number.NaN;
  if (!(value >= 1000)) throw new InvalidArgumentError('must be a time such as 90s, 20m or 8h');
  return value;
}
