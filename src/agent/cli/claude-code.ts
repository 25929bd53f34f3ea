import { z } from 'zod';
import type { TurnSink } from '../trajectory/trajectory-recorder.ts';
import { alwaysAt, type CliDriver, type EventReader, parseEvent, serversByName } from './driver.ts';

/** Anthropic's Claude Code. Verified with the version named here. */
export const claudeCode: CliDriver = {
  name: 'claude-code',
  program: {
    kind: 'npm',
    package: '@anthropic-ai/claude-code',
    version: '2.1.332',
    program: 'claude',
    setUp: 'install.cjs',
  },
  routeOf: alwaysAt('anthropic'),
  canDoWithServers: true,
  homeFiles: ({ servers }) => ({
    'mcp.json': JSON.stringify({ mcpServers: serversByName(servers, { type: 'stdio' }) }),
  }),
  command: ({ home, model, modelUrl, onlyServers }, { session }) => ({
    args: [
      ...['-p', '--output-format', 'stream-json', '--verbose', '--dangerously-skip-permissions', '--model', model],
      ...['--strict-mcp-config', '--mcp-config', `${home}/mcp.json`, '--disallowedTools', 'WebSearch,WebFetch'],
      ...(onlyServers === true ? ['--tools', '', '--disable-slash-commands', '--setting-sources', ''] : []),
      ...(session === null ? [] : ['--resume', session]),
    ],
    env: {
      // The gateway adds the key; the program does not start without one.
      ...{ CLAUDE_CONFIG_DIR: home, ANTHROPIC_BASE_URL: modelUrl, ANTHROPIC_API_KEY: 'none' },
      ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_TELEMETRY: '1', DISABLE_ERROR_REPORTING: '1' },
      ...{ DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_MAX_RETRIES: '4', IS_SANDBOX: '1' },
      // One model for all of its work, small jobs too: only that one is reached, named and paid.
      ...{ ANTHROPIC_SMALL_FAST_MODEL: model, ANTHROPIC_DEFAULT_HAIKU_MODEL: model, CLAUDE_CODE_SUBAGENT_MODEL: model },
    },
  }),
  reader: claudeReader,
};

const partShape = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({
    ...{ type: z.literal('tool_use'), id: z.string(), name: z.string() },
    input: z.record(z.string(), z.unknown()).catch({}),
  }),
  z.looseObject({ type: z.literal('tool_result'), tool_use_id: z.string(), content: z.unknown() }),
]);

const said = z.looseObject({ content: z.array(z.unknown()).catch([]) });
const eventShape = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('system'), session_id: z.string().optional() }),
  z.looseObject({ type: z.literal('assistant'), message: said, session_id: z.string().optional() }),
  z.looseObject({ type: z.literal('user'), message: said, session_id: z.string().optional() }),
  z.looseObject({
    ...{ type: z.literal('result'), subtype: z.string(), is_error: z.boolean() },
    ...{ result: z.string().optional(), session_id: z.string().optional() },
  }),
]);

export function claudeReader(sink: TurnSink): EventReader {
  let session: string | null = null;
  let result: { subtype: string; isError: boolean; text: string } | undefined;
  return {
    line(text) {
      const event = eventShape.safeParse(parseEvent(text)).data;
      if (event === undefined) return;
      session = event.session_id ?? session;
      if (event.type === 'assistant' || event.type === 'user') {
        for (const part of event.message.content) tell(part, sink);
      }
      if (event.type === 'result') {
        result = { subtype: event.subtype, isError: event.is_error, text: event.result ?? '' };
      }
    },
    end(exitCode) {
      // It says "success" of a model that never answered; only the flag tells.
      if (result !== undefined && !result.isError && result.subtype === 'success' && exitCode === 0) {
        return { agentEnd: 'finished', detail: '', session };
      }
      return { agentEnd: 'error', detail: result === undefined ? '' : `${result.subtype}: ${result.text}`, session };
    },
  };
}

function tell(part: unknown, sink: TurnSink): void {
  const known = partShape.safeParse(part).data;
  if (known?.type === 'text') sink.say(known.text);
  if (known?.type === 'tool_use') sink.call(known.id, known.name, known.input);
  if (known?.type === 'tool_result') sink.result(known.tool_use_id, wordsOf(known.content));
}

/** A result is a text, or parts of which some are texts. */
function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).safeParse(content).data ?? [];
  return parts.map(({ type, text }) => text ?? `[${type}]`).join('\n');
}
