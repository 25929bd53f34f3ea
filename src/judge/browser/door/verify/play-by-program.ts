import { join } from 'node:path';
import { test } from '@playwright/test';
import type { ToolSet } from 'ai';
import type { AnswerSheet } from '../../../agentic/answers/index.ts';
import { groupOfSpec, type PlayAnswer, type PlayQuestion } from '../../protocol.ts';
import { callHost } from '../host-client.ts';
import { serveTools } from './serve-tools.ts';

/** Why a program gave no verdict. */
export interface ProgramTrouble {
  code: string;
  message: string;
}

export interface ProgramTest {
  prompt: string;
  tools: ToolSet;
  toolsDir: string;
  sheet: AnswerSheet;
  /** Ends the test wherever it is. */
  signal: AbortSignal;
  timeoutMs: number;
}

const LOOK_MS = 100;
/** For its last words, so that the call that brings them is counted. */
const LAST_WORDS_MS = 20_000;
const MAX_CALLS = 600;

/**
 * Lets a program in a pod of its own play the test with these tools. It is over with the answer sheet: what a program
 * says or does afterwards is nobody's. @returns why the sheet is not finished; undefined if it is
 */
export async function playByProgram(played: ProgramTest): Promise<ProgramTrouble | undefined> {
  const { tools, toolsDir, sheet, signal, prompt, timeoutMs } = played;
  let calls = 0;
  const served = await serveTools(tools, join(toolsDir, 'tools.sock'), () => {
    calls += 1;
  });
  const isOver = () => sheet.isFinished || signal.aborted || calls > MAX_CALLS;
  const question: PlayQuestion = { prompt, timeoutMs };
  try {
    const path = `/groups/${groupOfSpec(test.info().file)}/play`;
    const playing = callHost<PlayAnswer>(path, question, timeoutMs + 60_000);
    // If the test ends first, nobody hears of it any more.
    playing.catch(() => undefined);
    const answer = await Promise.race([playing, until(isOver)]);
    if (sheet.isFinished) {
      const late = Date.now() + LAST_WORDS_MS;
      await Promise.race([playing.catch(() => undefined), until(() => Date.now() > late || signal.aborted)]);
      return undefined;
    }
    signal.throwIfAborted();
    if (calls > MAX_CALLS)
      return { code: 'model-budget', message: `the program has come to no end in ${MAX_CALLS} calls of tools` };
    return answer?.trouble ?? { code: 'model-answer', message: 'the program ended without having answered the steps' };
  } finally {
    await served.close();
  }
}

async function until(holds: () => boolean): Promise<undefined> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
