import { z } from 'zod';
import { gemini as protocol } from '../../protocols/gemini.ts';
import type { Answer, Entry, TokenCounts } from '../conversation.ts';
import { type Dialect, event } from './dialect.ts';

const partShape = z.looseObject({ text: z.string().optional(), functionResponse: z.unknown().optional() });
const bodyShape = z.looseObject({
  contents: z.array(z.looseObject({ role: z.string().optional(), parts: z.array(partShape).catch([]) })),
  tools: z
    .array(z.looseObject({ functionDeclarations: z.array(z.looseObject({ name: z.string() })).optional() }))
    .catch([]),
});

function entriesOf({ role, parts }: { role?: string | undefined; parts: z.infer<typeof partShape>[] }): Entry[] {
  return parts.map(({ text, functionResponse }) => {
    if (functionResponse !== undefined) return { role: 'tool', text: JSON.stringify(functionResponse) };
    return { role: role === 'model' ? 'assistant' : 'user', text: text ?? '' };
  });
}

function whole(answer: Answer, { input, cached, output }: TokenCounts, model: string) {
  const part =
    answer.kind === 'text'
      ? { text: answer.text }
      : { functionCall: { name: answer.tool.name, args: answer.arguments } };
  return {
    candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata: {
      ...{ promptTokenCount: input, cachedContentTokenCount: cached, candidatesTokenCount: output },
      totalTokenCount: input + output,
    },
    modelVersion: model,
  };
}

export const gemini: Dialect = {
  protocol,
  read(path, query, body) {
    const { contents, tools } = bodyShape.parse(body);
    return {
      model: protocol.modelOf(path, {}) ?? 'unknown',
      stream: path.endsWith(':streamGenerateContent') && query.get('alt') === 'sse',
      entries: contents.flatMap(entriesOf),
      tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => ({ name }))),
    };
  },
  stream: (answer, counts, _id, model) => [event(whole(answer, counts, model))],
  whole: (answer, counts, _id, model) => whole(answer, counts, model),
};
