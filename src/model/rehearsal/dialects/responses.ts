import { z } from 'zod';
import { responses as protocol } from '../../protocols/openai.ts';
import type { Answer, Entry, TokenCounts, Tool } from '../conversation.ts';
import { type Dialect, event, textOf } from './dialect.ts';

const toolShape = z.looseObject({ type: z.string(), name: z.string().optional(), tools: z.unknown().optional() });
const bodyShape = z.looseObject({
  model: z.string().catch('unknown'),
  stream: z.boolean().catch(false),
  input: z.union([z.string(), z.array(z.looseObject({ type: z.string().optional(), role: z.string().optional() }))]),
  tools: z.array(toolShape).catch([]),
});

/** Tools of a server come together, under the server's name. */
function toolsOf(shape: z.infer<typeof toolShape>): Tool[] {
  const { type, name } = shape;
  if (name === undefined) return [];
  if (type !== 'namespace') return [{ name }];
  const inner = z.array(z.looseObject({ name: z.string() })).safeParse(shape.tools).data ?? [];
  return inner.map((tool) => ({ name: tool.name, namespace: name }));
}

function entryOf(item: { type?: string | undefined; role?: string | undefined; [key: string]: unknown }): Entry[] {
  if (item.type?.endsWith('_call_output')) return [{ role: 'tool', text: textOf(item.output) }];
  if (item.type?.endsWith('_call')) return [{ role: 'assistant', text: '' }];
  if (item.role === 'assistant') return [{ role: 'assistant', text: textOf(item.content) }];
  return item.role === 'user' ? [{ role: 'user', text: textOf(item.content) }] : [];
}

function itemOf(answer: Answer, id: string) {
  if (answer.kind === 'text') {
    const content = [{ type: 'output_text', text: answer.text, annotations: [] }];
    return { type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content };
  }
  const { name, namespace } = answer.tool;
  return {
    ...{ type: 'function_call', id: `fc_${id}`, call_id: `call_${id}`, status: 'completed', name },
    ...(namespace === undefined ? {} : { namespace }),
    arguments: JSON.stringify(answer.arguments),
  };
}

const usageOf = ({ input, cached, output }: TokenCounts) => ({
  ...{ input_tokens: input, input_tokens_details: { cached_tokens: cached } },
  ...{ output_tokens: output, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: input + output },
});

export const responses: Dialect = {
  protocol,
  read(_path, _query, body) {
    const { model, stream, input, tools } = bodyShape.parse(body);
    const entries = typeof input === 'string' ? [{ role: 'user' as const, text: input }] : input.flatMap(entryOf);
    return { model, stream, entries, tools: tools.flatMap(toolsOf) };
  },
  stream(answer, counts, id, model) {
    const item = itemOf(answer, id);
    const response = { id: `resp_${id}`, object: 'response', created_at: 0, model, output: [] };
    const typed = (type: string, rest: object) => event({ type, ...rest }, type);
    return [
      typed('response.created', { response: { ...response, status: 'in_progress' } }),
      typed('response.output_item.added', { output_index: 0, item }),
      ...(answer.kind === 'text'
        ? [
            typed('response.output_text.delta', {
              output_index: 0,
              content_index: 0,
              item_id: item.id,
              delta: answer.text,
            }),
          ]
        : []),
      typed('response.output_item.done', { output_index: 0, item }),
      typed('response.completed', {
        response: { ...response, status: 'completed', output: [item], usage: usageOf(counts) },
      }),
    ];
  },
  whole: (answer, counts, id, model) => ({
    ...{ id: `resp_${id}`, object: 'response', created_at: 0, model, status: 'completed' },
    ...{ output: [itemOf(answer, id)], usage: usageOf(counts) },
  }),
};
