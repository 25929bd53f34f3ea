import { claudeReader } from './claude-code.ts';
import { alwaysAt, type CliDriver, type EventReader, serversByName } from './driver.ts';

/** Alibaba's Qwen Code, with any endpoint that speaks Chat Completions. Verified with the version named here. */
export const qwenCode: CliDriver = {
  name: 'qwen-code',
  program: { kind: 'npm', package: '@qwen-code/qwen-code', version: '0.15.10', program: 'qwen' },
  routeOf: alwaysAt('openai'),
  homeFiles: ({ servers }) => ({
    '.qwen/settings.json': JSON.stringify({ ...SETTINGS, mcpServers: serversByName(servers, { trust: true }) }),
  }),
  command: ({ home, model, modelUrl }, { session }) => ({
    args: [
      ...['--yolo', '--output-format', 'stream-json', '--auth-type', 'openai'],
      ...(session === null ? [] : ['--resume', session]),
    ],
    env: { HOME: home, OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${modelUrl}/v1`, OPENAI_MODEL: model },
  }),
  reader: (sink) => withApiErrors(claudeReader(sink)),
};

const SETTINGS = {
  general: { disableAutoUpdate: true, enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  security: { folderTrust: { enabled: false } },
  tools: { exclude: ['web_search', 'web_fetch'] },
};

/** It calls a round a success in which its model has failed, and says so in its last words alone. */
function withApiErrors(reader: EventReader): EventReader {
  let trouble = '';
  return {
    line(text) {
      const found = /"result":"(\[API Error:[^"]*)/.exec(text);
      if (found?.[1] !== undefined) trouble = found[1];
      reader.line(text);
    },
    end(exitCode) {
      const end = reader.end(exitCode);
      return trouble === '' ? end : { ...end, agentEnd: 'error', detail: trouble };
    },
  };
}
