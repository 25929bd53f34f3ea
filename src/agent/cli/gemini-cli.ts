import { z } from 'zod';
import type { TurnSink } from '../trajectory/trajectory-recorder.ts';
import { alwaysAt, type CliDriver, type EventReader, parseEvent, serversByName } from './driver.ts';

/** Google's Gemini CLI. Verified with the version named here. */
export const geminiCli: CliDriver = {
  name: 'gemini-cli',
  program: { kind: 'npm', package: '@google/gemini-cli', version: '0.61.0', program: 'gemini' },
  routeOf: alwaysAt('google'),
  homeFiles: ({ servers }) => ({
    '.gemini/settings.json': JSON.stringify({ ...SETTINGS, mcpServers: serversByName(servers, { trust: true }) }),
  }),
  command: ({ home, model, modelUrl }, { session }) => ({
    args: [
      ...['--yolo', '--model', model, '--output-format', 'stream-json'],
      ...(session === null ? [] : ['--resume', session]),
    ],
    // Its settings lie in the home folder of whoever calls it.
    env: { HOME: home, GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: modelUrl },
  }),
  reader: geminiReader,
};

const SETTINGS = {
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
  tools: { exclude: ['google_web_search', 'web_fetch'] },
};

const eventShape = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('init'), session_id: z.string() }),
  z.looseObject({ type: z.literal('message'), role: z.string(), content: z.string() }),
  z.looseObject({
    ...{ type: z.literal('tool_use'), tool_name: z.string(), tool_id: z.string() },
    parameters: z.record(z.string(), z.unknown()).catch({}),
  }),
  z.looseObject({
    ...{ type: z.literal('tool_result'), tool_id: z.string(), status: z.string() },
    ...{ output: z.string().optional(), error: z.looseObject({ message: z.string() }).optional() },
  }),
  z.looseObject({ type: z.literal('error'), severity: z.string().catch('error'), message: z.string() }),
  z.looseObject({
    ...{ type: z.literal('result'), status: z.string() },
    error: z.looseObject({ message: z.string() }).optional(),
  }),
]);

function geminiReader(sink: TurnSink): EventReader {
  let session: string | null = null;
  let succeeded = false;
  let trouble = '';
  let said = '';
  const endOfWords = () => {
    if (said.trim() !== '') sink.say(said);
    said = '';
  };
  return {
    line(text) {
      const event = eventShape.safeParse(parseEvent(text)).data;
      if (event === undefined) return;
      // What it says comes in pieces; anything else ends it.
      if (event.type === 'message') {
        if (event.role === 'assistant') said += event.content;
        return;
      }
      endOfWords();
      if (event.type === 'init') session = event.session_id;
      if (event.type === 'tool_use') sink.call(event.tool_id, event.tool_name, event.parameters);
      if (event.type === 'tool_result')
        sink.result(event.tool_id, event.output ?? event.error?.message ?? event.status);
      if (event.type === 'error') trouble = event.message;
      if (event.type === 'result') {
        succeeded = event.status === 'success';
        trouble = event.error?.message ?? trouble;
      }
    },
    end: (exitCode) => {
      endOfWords();
      return succeeded && exitCode === 0
        ? { agentEnd: 'finished', detail: '', session }
        : { agentEnd: 'error', detail: trouble, session };
    },
  };
}
