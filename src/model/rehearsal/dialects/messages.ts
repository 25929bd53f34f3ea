import { z } from 'zod';
import { messages as protocol } from '../../protocols/messages.ts';
import type { Answer, Entry, TokenCounts } from '../conversation.ts';
import { type Dialect, event, textOf } from './dialect.ts';

const bodyShape = z.looseObject({
  model: z.string().catch('unknown'),
  stream: z.boolean().catch(false),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
  tools: z.array(z.looseObject({ name: z.string() })).catch([]),
});

const ASIDE = 'toolu_aside_';

/** Results of tools come as parts of what the user says. Some clients put words of the system in between. */
function entriesOf({ role, content }: { role: string; content: unknown }): Entry[] {
  if (role === 'assistant') return [{ role, text: textOf(content) }];
  if (role !== 'user') return [];
  const parts: unknown[] = Array.isArray(content) ? content : [content];
  return parts.flatMap((part) => {
    const { type, tool_use_id } = (part ?? {}) as { type?: unknown; tool_use_id?: unknown };
    if (String(tool_use_id).startsWith(ASIDE)) return [];
    return [{ role: type === 'tool_result' ? ('tool' as const) : role, text: textOf(part) }];
  });
}

const blockOf = (answer: Answer, id: string) =>
  answer.kind === 'text'
    ? { type: 'text', text: answer.text }
    : {
        type: 'tool_use',
        id: `${answer.aside === true ? ASIDE : 'toolu_'}${id}`,
        name: answer.tool.name,
        input: answer.arguments,
      };

const stopOf = (answer: Answer): string => (answer.kind === 'text' ? 'end_turn' : 'tool_use');

/** This protocol counts what was read from the cache beside the rest of the input. */
const usageOf = ({ input, cached, output }: TokenCounts) => ({
  ...{ input_tokens: input - cached, cache_read_input_tokens: cached, cache_creation_input_tokens: 0 },
  output_tokens: output,
});

export const messages: Dialect = {
  protocol,
  read(_path, _query, body) {
    const { model, stream, messages: said, tools } = bodyShape.parse(body);
    return { model, stream, entries: said.flatMap(entriesOf), tools: tools.map(({ name }) => ({ name })) };
  },
  stream(answer, counts, id, model) {
    const typed = (type: string, rest: object) => event({ type, ...rest }, type);
    const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model, content: [], stop_reason: null };
    const [block, delta] =
      answer.kind === 'text'
        ? [
            { type: 'text', text: '' },
            { type: 'text_delta', text: answer.text },
          ]
        : [
            { ...blockOf(answer, id), input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(answer.arguments) },
          ];
    return [
      typed('message_start', { message: { ...message, usage: usageOf({ ...counts, output: 1 }) } }),
      typed('content_block_start', { index: 0, content_block: block }),
      typed('content_block_delta', { index: 0, delta }),
      typed('content_block_stop', { index: 0 }),
      typed('message_delta', {
        delta: { stop_reason: stopOf(answer), stop_sequence: null },
        usage: { output_tokens: counts.output },
      }),
      typed('message_stop', {}),
    ];
  },
  whole: (answer, counts, id, model) => ({
    ...{ id: `msg_${id}`, type: 'message', role: 'assistant', model, content: [blockOf(answer, id)] },
    ...{ stop_reason: stopOf(answer), stop_sequence: null, usage: usageOf(counts) },
  }),
};
