import {
  APICallError,
  generateText,
  type LanguageModel,
  type ModelMessage,
  RetryError,
  stepCountIs,
  type ToolSet,
} from 'ai';
import { describeFailure, shapeMessages } from '../../../../language-model/index.ts';
import type { SdkProvider } from '../../../../schema/index.ts';
import type { AnswerSheet } from '../../../agentic/answers/index.ts';
import { NoCassette } from './with-cassettes.ts';

/** Why a model gave no verdict, beside what is wrong with its answers. */
export interface ModelTrouble {
  code: 'model-unreachable' | 'model-cap' | 'model-answer' | 'model-budget' | 'cassette-missing';
  message: string;
}

export interface Asked {
  model: LanguageModel;
  sdk: SdkProvider;
  system: string;
  prompt: string;
  tools: ToolSet;
  sheet: AnswerSheet;
  /** Ends the test wherever it is. */
  signal: AbortSignal;
  maxAnswers: number;
  maxTokens: number;
}

/** Of one request, after 2 and 4 seconds or as long as the endpoint says. */
const MAX_RETRIES = 2;
const MAX_OUTPUT_TOKENS = 16_000;
/** How often a model that only talks is told to use its tools. */
const MAX_REMINDERS = 2;
const REMINDER = 'Only tools count: go on with the test, answer its steps with report_step, and end with finish.';

/** Lets the model work with the tools until the sheet is finished. @returns why it is not; undefined if it is */
export async function askModel(asked: Asked): Promise<ModelTrouble | undefined> {
  const { model, sdk, system, tools, sheet, signal, maxAnswers, maxTokens } = asked;
  const messages: ModelMessage[] = [{ role: 'user', content: asked.prompt }];
  let answers = 0;
  let tokens = 0;
  const isOver = () => sheet.isFinished || tokens >= maxTokens || signal.aborted;
  for (let reminders = 0; ; reminders += 1) {
    let lastReason = 'other';
    try {
      const { response } = await generateText({
        ...{ model, system, messages, tools, maxRetries: MAX_RETRIES, abortSignal: signal },
        stopWhen: [stepCountIs(Math.max(1, maxAnswers - answers)), isOver],
        ...(sdk === 'anthropic' ? { maxOutputTokens: MAX_OUTPUT_TOKENS } : {}),
        // Nothing is left with the provider.
        providerOptions: { openai: { store: false } },
        prepareStep: (step) => ({ messages: shapeMessages(step.messages, sdk) }),
        onStepFinish: ({ finishReason, usage }) => {
          answers += 1;
          tokens += (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
          lastReason = finishReason;
        },
      });
      messages.push(...response.messages, { role: 'user', content: REMINDER });
    } catch (error) {
      if (sheet.isFinished) return undefined;
      signal.throwIfAborted();
      return troubleOf(error);
    }
    if (sheet.isFinished) return undefined;
    signal.throwIfAborted();
    if (tokens >= maxTokens)
      return { code: 'model-budget', message: `the model has used ${tokens} tokens and come to no end` };
    if (answers >= maxAnswers)
      return { code: 'model-budget', message: `the model has come to no end in ${answers} answers` };
    if (lastReason === 'length' || lastReason === 'content-filter' || lastReason === 'error') {
      return { code: 'model-answer', message: `the model's provider ended its answer: ${lastReason}` };
    }
    if (reminders >= MAX_REMINDERS)
      return { code: 'model-answer', message: 'the model only talks, and does not answer the steps' };
  }
}

function troubleOf(error: unknown): ModelTrouble {
  if (error instanceof NoCassette) return { code: 'cassette-missing', message: error.message };
  const { message } = describeFailure(error);
  const last = RetryError.isInstance(error) ? error.lastError : error;
  const status = APICallError.isInstance(last) ? (last.statusCode ?? 200) : 200;
  if (status === 402) return { code: 'model-cap', message };
  // What came with a good status was no answer of this protocol, or broke off.
  return status >= 400 ? { code: 'model-unreachable', message } : { code: 'model-answer', message };
}
