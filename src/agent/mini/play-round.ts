import type { LanguageModelV3, LanguageModelV3GenerateResult } from '@ai-sdk/provider';
import { generateText, type StepResult, stepCountIs, type Tool, type ToolSet, wrapLanguageModel } from 'ai';
import { describeFailure, shapeMessages, wholeAnswers } from '../../language-model/index.ts';
import type { SdkProvider } from '../../schema/index.ts';
import type { MiniEvent } from '../cli/mini-protocol.ts';
import type { ConversationFile } from './conversation-file.ts';

/** Answers of the model in one round. The harness has a deadline and caps: this ends what goes in circles. */
const MAX_STEPS = 1_000;
/** Of one request, after 2, 4, 8 … seconds or as long as the endpoint says: about two minutes. */
const MAX_RETRIES = 6;
/** The SDK asks Anthropic for few where it does not know a model; it lowers what a known one cannot give. */
const ANTHROPIC_OUTPUT_TOKENS = 32_000;

export interface Round {
  model: LanguageModelV3;
  provider: SdkProvider;
  tools: ToolSet;
  system: string;
  prompt: string;
  conversation: ConversationFile;
  tell(event: MiniEvent): void;
  maxSteps?: number;
}

/** Lets the model work until it calls no more tools, and tells all of it. True if it ended of its own accord. */
export async function playRound(round: Round): Promise<boolean> {
  const { model, provider, system, conversation, tell, maxSteps = MAX_STEPS } = round;
  conversation.add([{ role: 'user', content: round.prompt }]);
  const usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };
  let steps = 0;
  let kept = 0;
  let lastReason = 'other';
  const end = (trouble?: Omit<Extract<MiniEvent, { type: 'error' }>, 'type'>): boolean => {
    if (trouble !== undefined) tell({ type: 'error', ...trouble });
    tell({ type: 'end', finished: trouble === undefined, steps, usage });
    return trouble === undefined;
  };
  try {
    await generateText({
      ...{
        model: wrapLanguageModel({ model, middleware: wholeAnswers((answer) => tellAnswer(answer, tell)) }),
        system,
        messages: [...conversation.messages],
      },
      ...{ tools: oneByOne(round.tools), stopWhen: stepCountIs(maxSteps), maxRetries: MAX_RETRIES },
      ...(provider === 'anthropic' ? { maxOutputTokens: ANTHROPIC_OUTPUT_TOKENS } : {}),
      // Nothing is left with the provider: what it thought comes back with the next request.
      providerOptions: { openai: { store: false } },
      prepareStep: ({ messages }) => ({ messages: shapeMessages(messages, provider) }),
      onStepFinish: (step) => {
        conversation.add(step.response.messages.slice(kept));
        kept = step.response.messages.length;
        steps += 1;
        lastReason = step.finishReason;
        usage.inputTokens += step.usage.inputTokens ?? 0;
        usage.cachedTokens += step.usage.inputTokenDetails.cacheReadTokens ?? 0;
        usage.outputTokens += step.usage.outputTokens ?? 0;
        tellResults(step, tell);
      },
    });
  } catch (error) {
    return end(describeFailure(error));
  }
  switch (lastReason) {
    case 'tool-calls':
      return end({ reason: 'steps', message: `not finished after ${maxSteps} steps, the limit of one round` });
    case 'length':
      return end({ reason: 'answer', message: "the model's answer was cut off at the limit of its length" });
    case 'content-filter':
    case 'error':
      return end({ reason: 'answer', message: `the model's provider ended its answer: ${lastReason}` });
    default:
      return end();
  }
}

/** Calls of one answer, in their order: a command and a click at once would see each other's half. */
function oneByOne(tools: ToolSet): ToolSet {
  let last: Promise<unknown> = Promise.resolve();
  const queued = (tool: Tool): Tool => ({
    ...tool,
    execute: (input, options) => {
      const next = last.then(() => tool.execute?.(input, options));
      last = next.catch(() => undefined);
      return next;
    },
  });
  return Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, queued(tool as Tool)])) as ToolSet;
}

function tellAnswer({ content }: LanguageModelV3GenerateResult, tell: Round['tell']): void {
  for (const part of content) {
    if (part.type === 'text' && part.text.trim() !== '') tell({ type: 'text', text: part.text });
    if (part.type === 'tool-call') {
      tell({ type: 'call', id: part.toolCallId, tool: part.toolName, arguments: argumentsOf(part.input) });
    }
  }
}

/** A model may write arguments that are no JSON object; the SDK tells it so. */
function argumentsOf(input: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(input === '' ? '{}' : input);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Shown as it is.
  }
  return { input };
}

function tellResults(step: StepResult<ToolSet>, tell: Round['tell']): void {
  for (const part of step.content) {
    if (part.type === 'tool-result') tell({ type: 'result', id: part.toolCallId, output: wordsOf(part.output) });
    if (part.type === 'tool-error') {
      const { error } = part;
      const words = error instanceof Error ? error.message : String(error);
      tell({ type: 'result', id: part.toolCallId, output: `failed: ${words}` });
    }
  }
}

/** A tool of a server returns parts of which some are texts. */
function wordsOf(output: unknown): string {
  if (typeof output === 'string') return output;
  const { content } = (output ?? {}) as { content?: unknown };
  if (!Array.isArray(content)) return JSON.stringify(output) ?? '';
  return content.map((part) => (part.type === 'text' ? part.text : `[${part.type} ${part.mimeType ?? ''}]`)).join('\n');
}
