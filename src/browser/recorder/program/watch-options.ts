import type { RecorderLine } from '../../../schema/index.ts';
import type { Coverage } from './coverage.ts';

/** What is told of a browser, but for its number and the time. */
export type Told = RecorderLine extends infer Line
  ? Line extends { browser: number }
    ? Omit<Line, 'browser' | 'at'>
    : never
  : never;

export interface WatchOptions {
  port: number;
  /** Text of the listener that every document gets. */
  listener: string;
  coverage: Coverage;
  tell(line: Told): void;
}
