import { generateText, wrapLanguageModel } from 'ai';
import type { SdkProvider } from '../schema/index.ts';
import { describeFailure } from './describe-failure.ts';
import { languageModel } from './language-model.ts';
import { wholeAnswers } from './whole-answers.ts';

const FEW_TOKENS = 64;
const MAX_ANSWER_BYTES = 1 << 20;

/** Asks for a word. @returns why there was no answer; undefined if there was one, whatever it says */
export async function askBriefly(asked: {
  sdk: SdkProvider;
  model: string;
  socketPath: string;
  timeoutMs: number;
}): Promise<string | undefined> {
  const { sdk, model: name, socketPath, timeoutMs } = asked;
  const model = languageModel(sdk, name, 'http://model', { socketPath, maxAnswerBytes: MAX_ANSWER_BYTES });
  try {
    await generateText({
      ...{ model: wrapLanguageModel({ model, middleware: wholeAnswers(() => undefined) }), prompt: 'Say: ready' },
      ...{ maxOutputTokens: FEW_TOKENS, maxRetries: 1, abortSignal: AbortSignal.timeout(timeoutMs) },
      providerOptions: { openai: { store: false } },
    });
    return undefined;
  } catch (error) {
    return describeFailure(error).message;
  }
}
