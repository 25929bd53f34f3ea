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

/**
 * Lets a program in a pod of its own play the test with these tools. It is over with the answer sheet: what a program
 * says or does afterwards is nobody's. @returns why the sheet is not finished; undefined if it is
 */
export async function playByProgram(played: ProgramTest): Promise<ProgramTrouble | undefined> {
  const { tools, toolsDir, sheet, signal, prompt, timeoutMs } = played;
  const served = await serveTools(tools, join(toolsDir, 'tools.sock'));
  const question: PlayQuestion = { prompt, timeoutMs };
  try {
    const path = `/groups/${groupOfSpec(test.info().file)}/play`;
    const playing = callHost<PlayAnswer>(path, question, timeoutMs + 60_000);
    // If the test ends first, nobody hears of it any more.
    playing.catch(() => undefined);
    const answer = await Promise.race([playing, untilOver(sheet, signal)]);
    if (sheet.isFinished) return undefined;
    signal.throwIfAborted();
    return answer?.trouble ?? { code: 'model-answer', message: 'the program ended without having answered the steps' };
  } finally {
    await served.close();
  }
}

async function untilOver(sheet: AnswerSheet, signal: AbortSignal): Promise<undefined> {
  while (!sheet.isFinished && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
