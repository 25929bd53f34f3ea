import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type CliDriver, type EventReader, parseEvent } from './driver.ts';

/** Anthropic's Claude Code. Verified with the version named here. */
export const claudeCode: CliDriver = {
  name: 'claude-code',
  npm: { package: '@anthropic-ai/claude-code', version: '2.1.332', program: 'claude' },
  provider: 'anthropic',
  homeFiles: () => ({}),
  command: ({ home, model, modelUrl }, { prompt, session }) => ({
    args: [
      ...['-p', '--output-format', 'stream-json', '--verbose', '--dangerously-skip-permissions', '--model', model],
      ...['--strict-mcp-config', '--disallowedTools', 'WebSearch,WebFetch'],
      ...(session === null ? ['--session-id', randomUUID()] : ['--resume', session]),
      ...['--', prompt],
    ],
    env: {
      // The gateway adds the key; the program does not start without one.
      ...{ CLAUDE_CONFIG_DIR: home, ANTHROPIC_BASE_URL: modelUrl, ANTHROPIC_API_KEY: 'none' },
      ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_TELEMETRY: '1', DISABLE_ERROR_REPORTING: '1' },
      ...{ DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_MAX_RETRIES: '4', IS_SANDBOX: '1' },
    },
  }),
  reader: claudeReader,
};

const eventShape = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('system'), session_id: z.string().optional() }),
  z.looseObject({
    ...{ type: z.literal('result'), subtype: z.string(), is_error: z.boolean() },
    ...{ result: z.string().optional(), session_id: z.string().optional() },
  }),
]);

function claudeReader(): EventReader {
  let session: string | null = null;
  let result: { subtype: string; isError: boolean; text: string } | undefined;
  return {
    line(text) {
      const event = eventShape.safeParse(parseEvent(text)).data;
      if (event === undefined) return;
      session = event.session_id ?? session;
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
