import type { ModelMessage, ToolModelMessage } from 'ai';
import type { SdkProvider } from '../schema/index.ts';

/** A conversation as this provider takes it best; what is kept stays as it was. */
export function shapeMessages(messages: readonly ModelMessage[], provider: SdkProvider): ModelMessage[] {
  if (provider === 'openai-compatible') return messages.flatMap(imagesBehind);
  if (provider === 'anthropic')
    return messages.map((each, index) => (index === messages.length - 1 ? cached(each) : each));
  return [...messages];
}

/** All before this mark is read from the provider's cache by the next request, at a tenth of its price. */
const cached = (message: ModelMessage): ModelMessage => ({
  ...message,
  providerOptions: { ...message.providerOptions, anthropic: { cacheControl: { type: 'ephemeral' } } },
});

type ResultPart = Extract<ToolModelMessage['content'][number], { type: 'tool-result' }>;
type Content = Extract<ResultPart['output'], { type: 'content' }>['value'];

/** In Chat Completions a tool returns text alone: its images follow as if the user had shown them. */
function imagesBehind(message: ModelMessage): ModelMessage[] {
  if (message.role !== 'tool') return [message];
  const images: { type: 'image'; image: string; mediaType: string }[] = [];
  const content = message.content.map((part) => {
    if (part.type !== 'tool-result' || part.output.type !== 'content') return part;
    const texts = part.output.value.map((each) => textOf(each, images));
    return { ...part, output: { type: 'text' as const, value: texts.join('\n') } };
  });
  if (images.length === 0) return [{ ...message, content }];
  const shown = [{ type: 'text' as const, text: 'Images that the tools have returned:' }, ...images];
  return [
    { ...message, content },
    { role: 'user', content: shown },
  ];
}

function textOf(part: Content[number], images: { type: 'image'; image: string; mediaType: string }[]): string {
  if (part.type === 'text') return part.text;
  if (part.type !== 'image-data') return JSON.stringify(part);
  images.push({ type: 'image', image: part.data, mediaType: part.mediaType });
  return `[image ${images.length}, shown below]`;
}
