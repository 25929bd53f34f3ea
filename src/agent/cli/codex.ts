import { stringify } from 'smol-toml';
import { z } from 'zod';
import type { McpServer } from '../../browser/index.ts';
import type { TurnSink } from '../trajectory/trajectory-recorder.ts';
import { alwaysAt, type CliDriver, type EventReader, parseEvent } from './driver.ts';

/** Never a key: the gateway outside the pod adds it. */
const NO_KEY = 'BUGSWEEP_NO_KEY';

/** OpenAI's codex. Verified with the version named here. */
export const codex: CliDriver = {
  name: 'codex',
  program: { kind: 'npm', package: '@openai/codex', version: '0.171.0', program: 'codex' },
  routeOf: alwaysAt('openai'),
  canDoWithServers: true,
  homeFiles: ({ model, modelUrl, servers, onlyServers }) => ({
    'config.toml': stringify({
      ...configOf(model, `${modelUrl}/v1`, onlyServers === true ? OWN_TOOLS : []),
      mcp_servers: serversOf(servers),
    }),
  }),
  command: ({ home }, { session }) => ({
    // The pod is the sandbox; a dash stands for standard input.
    args: [
      'exec',
      ...(session === null ? [] : ['resume']),
      ...['--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
      ...(session === null ? ['--strict-config', '-'] : [session, '-']),
    ],
    env: { CODEX_HOME: home, [NO_KEY]: 'none' },
  }),
  reader: codexReader,
};

/** Features that give the model tools of the program's own. */
const OWN_TOOLS = [
  ...['shell_tool', 'unified_exec', 'view_image', 'multi_agent', 'image_generation', 'sleep_tool', 'goals'],
  ...['tool_suggest', 'skill_search', 'browser_use', 'browser_use_external', 'computer_use', 'code_mode_host'],
];

const configOf = (model: string, url: string, without: readonly string[]) => ({
  ...{ model, model_provider: 'bugsweep', approval_policy: 'never', sandbox_mode: 'danger-full-access' },
  ...{ check_for_update_on_startup: false, web_search: 'disabled' },
  model_providers: {
    bugsweep: {
      ...{ name: 'bugsweep', base_url: url, wire_api: 'responses', env_key: NO_KEY, supports_websockets: false },
      ...{ request_max_retries: 4, stream_max_retries: 4, stream_idle_timeout_ms: 600_000 },
    },
  },
  // With retries without bound it would wait for a dead model for ever.
  features: Object.fromEntries(
    ['apps', 'plugins', 'remote_plugin', 'unbounded_connection_retries', ...without].map((name) => [name, false]),
  ),
  analytics: { enabled: false },
  feedback: { enabled: false },
  otel: { exporter: 'none' },
});

/** `required`: without it the first request may leave before the tools are there. */
const serversOf = (servers: readonly McpServer[]) =>
  Object.fromEntries(
    servers.map(({ name, command: [command = '', ...args], env }) => [
      name,
      { command, args, env, startup_timeout_sec: 60, tool_timeout_sec: 120, required: true },
    ]),
  );

const itemShape = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('agent_message'), text: z.string() }),
  z.looseObject({
    ...{ type: z.literal('command_execution'), id: z.string(), command: z.string() },
    ...{ aggregated_output: z.string().catch(''), exit_code: z.int().nullish() },
  }),
  z.looseObject({
    ...{ type: z.literal('mcp_tool_call'), id: z.string(), server: z.string(), tool: z.string() },
    ...{ arguments: z.record(z.string(), z.unknown()).catch({}), result: z.unknown().optional() },
    error: z.unknown().optional(),
  }),
  z.looseObject({
    ...{ type: z.literal('file_change'), id: z.string(), status: z.string().catch('') },
    changes: z.array(z.unknown()).catch([]),
  }),
]);

const eventShape = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('thread.started'), thread_id: z.string() }),
  z.looseObject({ type: z.literal('item.completed'), item: z.unknown() }),
  z.looseObject({ type: z.literal('turn.completed') }),
  z.looseObject({ type: z.literal('turn.failed'), error: z.looseObject({ message: z.string() }) }),
  z.looseObject({ type: z.literal('error'), message: z.string() }),
]);

function codexReader(sink: TurnSink): EventReader {
  let session: string | null = null;
  let completed = false;
  let trouble = '';
  return {
    line(text) {
      const event = eventShape.safeParse(parseEvent(text)).data;
      if (event?.type === 'thread.started') session = event.thread_id;
      if (event?.type === 'item.completed') tell(event.item, sink);
      if (event?.type === 'turn.completed') completed = true;
      if (event?.type === 'turn.failed') trouble = event.error.message;
      // Also told while it tries again: only what comes last counts, and only if the turn was not completed.
      if (event?.type === 'error') trouble = event.message;
    },
    end: (exitCode) =>
      completed && exitCode === 0
        ? { agentEnd: 'finished', detail: '', session }
        : { agentEnd: 'error', detail: trouble, session },
  };
}

function tell(item: unknown, sink: TurnSink): void {
  const done = itemShape.safeParse(item).data;
  switch (done?.type) {
    case 'agent_message':
      sink.say(done.text);
      return;
    case 'command_execution':
      sink.call(done.id, done.type, { command: done.command });
      sink.result(done.id, `${done.aggregated_output}\nexit code ${done.exit_code ?? 'unknown'}`);
      return;
    case 'mcp_tool_call':
      sink.call(done.id, `mcp__${done.server}__${done.tool}`, done.arguments);
      sink.result(done.id, JSON.stringify(done.error ?? done.result ?? null));
      return;
    case 'file_change':
      sink.call(done.id, done.type, { changes: done.changes });
      sink.result(done.id, done.status);
  }
}
