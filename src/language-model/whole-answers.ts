import type {
  LanguageModelV3GenerateResult as Answer,
  LanguageModelV3Middleware,
  LanguageModelV3Reasoning,
  LanguageModelV3StreamResult,
  LanguageModelV3Text,
  LanguageModelV3StreamPart as Piece,
} from '@ai-sdk/provider';
import { APICallError, TypeValidationError } from 'ai';
import { codesOf, messageOf } from './provider-error.ts';

type Words = LanguageModelV3Text | LanguageModelV3Reasoning;

/**
 * Lets every answer come as a stream, so that nobody on the way takes a long thought for a dead connection, and hands it
 * on when it is whole: no tool is started for an answer that breaks off, and such an answer is asked for again. `each`
 * hears an answer before its tools are started.
 */
export const wholeAnswers = (each: (answer: Answer) => void): LanguageModelV3Middleware => ({
  specificationVersion: 'v3',
  wrapGenerate: async ({ doStream }) => {
    const answer = await collect(await doStream());
    each(answer);
    return answer;
  },
});

async function collect({ stream, request, response }: LanguageModelV3StreamResult): Promise<Answer> {
  const answer: Pick<Answer, 'content' | 'warnings' | 'response'> = {
    content: [],
    warnings: [],
    ...(response && { response }),
  };
  const open = new Map<string, Words>();
  let finish: Extract<Piece, { type: 'finish' }> | undefined;
  try {
    for await (const piece of stream as ReadableStream<Piece> & AsyncIterable<Piece>) {
      switch (piece.type) {
        case 'stream-start':
          answer.warnings.push(...piece.warnings);
          break;
        case 'response-metadata': {
          const { type: _type, ...said } = piece;
          answer.response = { ...answer.response, ...said };
          break;
        }
        case 'text-start':
        case 'reasoning-start': {
          const words: Words = { type: kindOf(piece.type), text: '' };
          open.set(`${words.type} ${piece.id}`, words);
          answer.content.push(words);
          addMetadata(words, piece);
          break;
        }
        case 'text-delta':
        case 'reasoning-delta':
        case 'text-end':
        case 'reasoning-end': {
          const words = open.get(`${kindOf(piece.type)} ${piece.id}`);
          if (words !== undefined && 'delta' in piece) words.text += piece.delta;
          if (words !== undefined) addMetadata(words, piece);
          break;
        }
        case 'tool-call':
        case 'tool-result':
        case 'tool-approval-request':
        case 'file':
        case 'source':
          answer.content.push(piece);
          break;
        case 'finish':
          finish = piece;
          break;
        case 'error':
          throw piece.error;
      }
    }
  } catch (error) {
    throw broken(error);
  }
  if (finish === undefined) throw broken(new Error('the answer broke off'));
  const { finishReason, usage, providerMetadata } = finish;
  return {
    ...{ ...answer, finishReason, usage },
    ...(request === undefined ? {} : { request }),
    ...(providerMetadata === undefined ? {} : { providerMetadata }),
  };
}

const kindOf = (type: string): Words['type'] => (type.startsWith('text') ? 'text' : 'reasoning');

function addMetadata(words: Words, { providerMetadata }: Pick<Words, 'providerMetadata'>): void {
  if (providerMetadata !== undefined) words.providerMetadata = { ...words.providerMetadata, ...providerMetadata };
}

/** Codes by which providers say, in the middle of an answer, that another try may do. */
const PASSING = /overloaded|rate_limit|server_error|api_error|unavailable|internal|timeout/;

/** What went wrong with an answer that had begun, in the shape by which the SDK knows whether to ask again. */
function broken(error: unknown): APICallError {
  if (APICallError.isInstance(error)) return error;
  // What broke on the way is an Error, and so is what no client understands; what the provider has said is its own object.
  const isRetryable =
    (error instanceof Error && !TypeValidationError.isInstance(error)) || PASSING.test(codesOf(error).join(' '));
  const message =
    error instanceof Error ? `the answer broke off: ${error.message}` : (messageOf(error) ?? JSON.stringify(error));
  return new APICallError({ message, url: '', requestBodyValues: {}, cause: error, isRetryable, data: error });
}
