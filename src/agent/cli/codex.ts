import { stringify } from 'smol-toml';
import { z } from 'zod';
import { type CliDriver, type EventReader, parseEvent } from './driver.ts';

/** Never a key: the gateway outside the pod adds it. */
const NO_KEY = 'BUGSWEEP_NO_KEY';

/** OpenAI's codex. Verified with the version named here. */
export const codex: CliDriver = {
  name: 'codex',
  npm: { package: '@openai/codex', version: '0.171.0', program: 'codex' },
  provider: 'openai',
  homeFiles: ({ model, modelUrl }) => ({ 'config.toml': stringify(configOf(model, `${modelUrl}/v1`)) }),
  command: ({ home }, { prompt, session }) => ({
    // The pod is the sandbox. `--` because a prompt may begin with a dash.
    args: [
      'exec',
      ...(session === null ? [] : ['resume']),
      ...['--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
      ...(session === null ? ['--strict-config', '--', prompt] : ['--', session, prompt]),
    ],
    env: { CODEX_HOME: home, [NO_KEY]: 'none' },
  }),
  reader: codexReader,
};

const configOf = (model: string, url: string) => ({
  ...{ model, model_provider: 'bugsweep', approval_policy: 'never', sandbox_mode: 'danger-full-access' },
  ...{ check_for_update_on_startup: false, web_search: 'disabled' },
  model_providers: {
    bugsweep: {
      ...{ name: 'bugsweep', base_url: url, wire_api: 'responses', env_key: NO_KEY, supports_websockets: false },
      ...{ request_max_retries: 4, stream_max_retries: 4, stream_idle_timeout_ms: 600_000 },
    },
  },
  // With retries without bound it would wait for a dead model for ever.
  features: { apps: false, plugins: false, remote_plugin: false, unbounded_connection_retries: false },
  analytics: { enabled: false },
  feedback: { enabled: false },
  otel: { exporter: 'none' },
});

const eventShape = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('thread.started'), thread_id: z.string() }),
  z.looseObject({ type: z.literal('turn.completed') }),
  z.looseObject({ type: z.literal('turn.failed'), error: z.looseObject({ message: z.string() }) }),
  z.looseObject({ type: z.literal('error'), message: z.string() }),
]);

function codexReader(): EventReader {
  let session: string | null = null;
  let completed = false;
  let trouble = '';
  return {
    line(text) {
      const event = eventShape.safeParse(parseEvent(text)).data;
      if (event?.type === 'thread.started') session = event.thread_id;
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
