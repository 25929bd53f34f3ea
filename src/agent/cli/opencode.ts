import { z } from 'zod';
import type { McpServer } from '../../browser/index.ts';
import type { TurnSink } from '../trajectory/trajectory-recorder.ts';
import { alwaysAt, type CliDriver, type EventReader, parseEvent } from './driver.ts';

/** The open-source agent opencode, with any endpoint that speaks Chat Completions. Verified with the version named here. */
export const opencode: CliDriver = {
  name: 'opencode',
  program: { kind: 'npm', package: 'opencode-ai', version: '1.18.33', program: 'opencode', setUp: 'postinstall.mjs' },
  routeOf: alwaysAt('openai'),
  homeFiles: ({ model, modelUrl, servers }) => ({
    'opencode.json': JSON.stringify({ ...configOf(model, `${modelUrl}/v1`), mcp: serversOf(servers) }),
  }),
  command: ({ home }, { session }) => ({
    args: ['run', '--format', 'json', ...(session === null ? [] : ['--session', session])],
    env: {
      ...{ HOME: home, XDG_CONFIG_HOME: `${home}/.config`, XDG_DATA_HOME: `${home}/.local/share` },
      ...{ XDG_STATE_HOME: `${home}/.local/state`, XDG_CACHE_HOME: `${home}/.cache` },
      ...{ OPENCODE_CONFIG: `${home}/opencode.json`, OPENCODE_DISABLE_AUTOUPDATE: '1' },
      ...{ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
    },
  }),
  reader: opencodeReader,
};

const PROVIDER = 'bugsweep';

const configOf = (model: string, url: string) => ({
  ...{ autoupdate: false, share: 'disabled', enabled_providers: [PROVIDER] },
  ...{ model: `${PROVIDER}/${model}`, small_model: `${PROVIDER}/${model}` },
  provider: {
    [PROVIDER]: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: url, apiKey: 'none' },
      models: { [model]: { limit: { context: 200_000, output: 32_000 } } },
    },
  },
  permission: { '*': 'allow', webfetch: 'deny', websearch: 'deny' },
});

const serversOf = (servers: readonly McpServer[]) =>
  Object.fromEntries(
    servers.map(({ name, command, env }) => [name, { type: 'local', command, environment: env, enabled: true }]),
  );

const partShape = z.looseObject({
  text: z.string().optional(),
  callID: z.string().optional(),
  tool: z.string().optional(),
  reason: z.string().optional(),
  state: z
    .looseObject({
      ...{ status: z.string().catch(''), input: z.record(z.string(), z.unknown()).catch({}) },
      ...{ output: z.string().optional(), error: z.string().optional() },
    })
    .optional(),
});
const eventShape = z.looseObject({
  type: z.string(),
  sessionID: z.string().optional(),
  part: partShape.optional(),
  error: z
    .looseObject({ name: z.string().optional(), data: z.looseObject({ message: z.string() }).optional() })
    .optional(),
});

function opencodeReader(sink: TurnSink): EventReader {
  let session: string | null = null;
  let finished = false;
  let trouble = '';
  return {
    line(text) {
      const event = eventShape.safeParse(parseEvent(text)).data;
      if (event === undefined) return;
      session = event.sessionID ?? session;
      const { type, part } = event;
      // A step that ends with calls of tools is followed by another one.
      if (type === 'step_start') finished = false;
      if (type === 'step_finish') finished = part?.reason === 'stop';
      if (type === 'text' && part?.text !== undefined) sink.say(part.text);
      if (type === 'tool_use' && part?.callID !== undefined && part.tool !== undefined) {
        sink.call(part.callID, part.tool, part.state?.input ?? {});
        sink.result(part.callID, part.state?.output ?? part.state?.error ?? part.state?.status ?? '');
      }
      if (type === 'error') trouble = event.error?.data?.message ?? event.error?.name ?? 'an error without a name';
    },
    end: (exitCode) =>
      finished && exitCode === 0 && trouble === ''
        ? { agentEnd: 'finished', detail: '', session }
        : { agentEnd: 'error', detail: trouble, session },
  };
}
