import { join } from 'node:path';
import { test } from '@playwright/test';
import type { ToolSet } from 'ai';
import { sleep } from '../../../../host/index.ts';
import type { AnswerSheet } from '../../../agentic/answers/index.ts';
import { groupOfSpec, type PlayAnswer, type PlayQuestion } from '../../protocol.ts';
import { callHost } from '../host-client.ts';
import { serveTools } from './serve-tools.ts';

export interface ProgramTest {
  prompt: string;
  tools: ToolSet;
  toolsDir: string;
  sheet: AnswerSheet;
  /** Ends the test wherever it is. */
  signal: AbortSignal;
  timeoutMs: number;
}

/** For its last words, so that the call that brings them is counted. */
const LAST_WORDS_MS = 20_000;
const MAX_CALLS = 600;

/**
 * Lets a program in a pod of its own play the test with these tools. It is over with the answer sheet: what a program
 * says or does afterwards is nobody's. @returns why the sheet is not finished; undefined if it is
 */
export async function playByProgram(played: ProgramTest): Promise<PlayAnswer['trouble']> {
  const { tools, toolsDir, sheet, signal, prompt, timeoutMs } = played;
  let calls = 0;
  let end = (): void => undefined;
  const over = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined);
  });
  signal.addEventListener('abort', end, { once: true });
  const served = await serveTools(tools, join(toolsDir, 'tools.sock'), () => {
    calls += 1;
    if (sheet.isFinished || calls > MAX_CALLS) end();
  });
  const question: PlayQuestion = { prompt, timeoutMs };
  const listening = new AbortController();
  try {
    const path = `/groups/${groupOfSpec(test.info().file)}/play`;
    // If the test ends first, nobody hears of what becomes of it.
    const playing = callHost<PlayAnswer>(path, question, timeoutMs + 60_000);
    playing.catch(() => undefined);
    const answer = await Promise.race([playing, over]);
    if (sheet.isFinished) {
      const late = sleep(LAST_WORDS_MS, AbortSignal.any([signal, listening.signal]));
      await Promise.race([playing, late]).catch(() => undefined);
      return undefined;
    }
    signal.throwIfAborted();
    if (calls > MAX_CALLS)
      return { code: 'model-budget', message: `the program has come to no end in ${MAX_CALLS} calls of tools` };
    return answer?.trouble ?? { code: 'model-answer', message: 'the program ended without having answered the steps' };
  } finally {
    listening.abort();
    await served.close();
  }
}
