import { z } from 'zod';
import { chat as protocol } from '../../protocols/openai.ts';
import type { Answer, Entry, TokenCounts } from '../conversation.ts';
import { type Dialect, event, textOf } from './dialect.ts';

const bodyShape = z.looseObject({
  model: z.string().catch('unknown'),
  stream: z.boolean().catch(false),
  messages: z.array(
    z.looseObject({ role: z.string(), content: z.unknown().optional(), tool_call_id: z.string().optional() }),
  ),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).catch([]),
});

const ASIDE = 'call_aside_';

const roles: Readonly<Record<string, Entry['role']>> = { user: 'user', assistant: 'assistant', tool: 'tool' };

const usageOf = ({ input, cached, output }: TokenCounts) => ({
  ...{ prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  prompt_tokens_details: { cached_tokens: cached },
});

function messageOf(answer: Answer, id: string) {
  if (answer.kind === 'text') return { role: 'assistant', content: answer.text };
  const called = { name: answer.tool.name, arguments: JSON.stringify(answer.arguments) };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [
      { index: 0, id: `${answer.aside === true ? ASIDE : 'call_'}${id}`, type: 'function', function: called },
    ],
  };
}

const finishOf = (answer: Answer): string => (answer.kind === 'text' ? 'stop' : 'tool_calls');

export const chat: Dialect = {
  protocol,
  read(_path, _query, body) {
    const { model, stream, messages, tools } = bodyShape.parse(body);
    const entries = messages.flatMap(({ role, content, tool_call_id }) => {
      const known = roles[role];
      return known === undefined || tool_call_id?.startsWith(ASIDE) ? [] : [{ role: known, text: textOf(content) }];
    });
    return { model, stream, entries, tools: tools.map(({ function: { name } }) => ({ name })) };
  },
  stream(answer, counts, id, model) {
    const chunk = (rest: object) =>
      event({ id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created: 0, model, ...rest });
    return [
      chunk({ choices: [{ index: 0, delta: messageOf(answer, id), finish_reason: null }] }),
      chunk({ choices: [{ index: 0, delta: {}, finish_reason: finishOf(answer) }] }),
      chunk({ choices: [], usage: usageOf(counts) }),
      event('[DONE]'),
    ];
  },
  whole: (answer, counts, id, model) => ({
    ...{ id: `chatcmpl-${id}`, object: 'chat.completion', created: 0, model, usage: usageOf(counts) },
    choices: [{ index: 0, message: messageOf(answer, id), finish_reason: finishOf(answer) }],
  }),
};
