import type { Locator } from '@playwright/test';
import { type Tool, type ToolSet, tool } from 'ai';
import { z } from 'zod';
import type { Behavior } from '../../../../schema/index.ts';
import { AnswerRefused, type AnswerSheet } from '../../../agentic/answers/index.ts';
import { causeOf, lostMeans } from '../check-log.ts';
import type { ConditionedApp } from '../conditions.ts';
import { type Desk, NotPossible } from './desk.ts';
import type { PageWords } from './page-words.ts';

/** What all tools of one test work with. */
export interface Bench {
  desk: Desk;
  sheet: AnswerSheet;
  words: PageWords;
  appUrl: string;
  app: ConditionedApp;
  places: NonNullable<Behavior['places']>;
  steps: readonly string[];
  /** Ends the test: its means are lost, or broken. */
  giveUp(error: unknown): void;
}

/** What a tool shows. `page` comes from the page and is marked; `said` is ours. */
export interface Shown {
  said?: string;
  page?: string;
  png?: Buffer;
}

const MAX_ERROR_CHARS = 1_500;

/** A tool whose failures are told to the model, unless they are the end of the test. */
export function benchTool<S extends z.ZodType>(
  bench: Bench,
  description: string,
  inputSchema: S,
  run: (input: z.output<S>) => Promise<Shown>,
): Tool {
  const execute = async (input: unknown): Promise<Shown> => {
    try {
      const shown = await run(inputSchema.parse(input));
      const question = bench.desk.dialog;
      if (question === undefined) return shown;
      const asks = `the browser asks (${question.type}); answer with \`dialog\`. It says:`;
      return { ...shown, said: [shown.said, asks].filter(Boolean).join('. '), page: shown.page ?? question.message };
    } catch (error) {
      return failed(bench, error);
    } finally {
      if (lostMeans() !== undefined) bench.giveUp(undefined);
    }
  };
  return tool({
    description,
    inputSchema: inputSchema as z.ZodType<unknown>,
    execute,
    toModelOutput: ({ output }) => {
      const { said = '', page, png } = output as Shown;
      const text = [said, ...(page === undefined ? [] : [bench.words.marked(page)])].filter(Boolean).join('\n');
      if (png === undefined) return { type: 'text', value: text };
      const image = { type: 'image-data' as const, data: png.toString('base64'), mediaType: 'image/png' };
      return { type: 'content', value: [{ type: 'text', text }, image] };
    },
  }) as Tool;
}

function failed(bench: Bench, error: unknown): Shown {
  if (error instanceof AnswerRefused) return { said: `refused: ${error.message}` };
  if (error instanceof NotPossible) return { said: `not possible: ${error.message}` };
  // The app is gone: nothing that the model could say is about the product.
  if (causeOf(error)?.kind === 'means') {
    bench.giveUp(error);
    return { said: 'the app cannot be reached' };
  }
  // The words of an error quote the page.
  const message = error instanceof Error ? error.message : String(error);
  return { said: 'failed:', page: message.slice(0, MAX_ERROR_CHARS) };
}

/** Calls of one answer, in their order. */
export function oneByOne(tools: ToolSet): ToolSet {
  let last: Promise<unknown> = Promise.resolve();
  const queued = (each: Tool): Tool => ({
    ...each,
    execute: (input, options) => {
      const next = last.then(() => each.execute?.(input, options));
      last = next.catch(() => undefined);
      return next;
    },
  });
  return Object.fromEntries(Object.entries(tools).map(([name, each]) => [name, queued(each as Tool)]));
}

export const ref = z
  .string()
  .regex(/^(f\d+)?e\d+$/)
  .describe('ref of an element in the latest snapshot, such as e12');

/** The element of a ref. @throws NotPossible */
export async function elementOf({ desk }: Bench, wanted: string): Promise<Locator> {
  desk.requireNoQuestion();
  const found = desk.page.getByRef(wanted);
  if ((await found.count()) === 1) return found;
  throw new NotPossible(`there is no element ${wanted} any more: take a new snapshot`);
}
