import { UserError } from '../../errors.ts';
import { isRehearsed, nameAsked, type ProviderName } from '../../model/index.ts';
import { nearest } from '../../schema/index.ts';
import type { TurnSink } from '../trajectory/trajectory-recorder.ts';
import { type CliDriver, type EventReader, type ModelRoute, parseEvent } from './driver.ts';
import { MINI_SETTINGS, type MiniProvider, miniEventSchema, miniProviders } from './mini-protocol.ts';

/** bugsweep's own small agent: a loop with a shell and the tools of servers, for any provider. `src/agent/mini` is its program. */
export const mini: CliDriver = {
  name: 'mini',
  program: { kind: 'bundled', file: 'mini-agent.mjs' },
  routeOf: miniRoute,
  homeFiles: ({ modelUrl, servers }) => ({ [MINI_SETTINGS]: JSON.stringify({ modelUrl, servers }) }),
  command: ({ home, model }, { session }) => ({
    args: ['--home', home, '--model', model, ...(session === null ? [] : ['--resume', session])],
    env: {},
  }),
  reader: miniReader,
};

/** Any endpoint that speaks Chat Completions is reached where the user has said that OpenAI is. */
const providers: Readonly<Record<MiniProvider, ProviderName>> = {
  ...{ openai: 'openai', 'openai-compatible': 'openai', anthropic: 'anthropic', google: 'google' },
};

/** `openai/gpt-5`, `openai-compatible/some/model`, `anthropic/rehearsal:429`; a bare rehearsal is OpenAI's. @throws UserError `no-provider` */
function miniRoute(named: string): ModelRoute {
  const slash = named.indexOf('/');
  if (slash === -1 && isRehearsed(named)) return miniRoute(`openai/${named}`);
  const prefix = named.slice(0, Math.max(slash, 0));
  const model = named.slice(slash + 1);
  const provider = miniProviders.find((each) => each === prefix);
  if (provider !== undefined && model !== '') {
    return { provider: providers[provider], model, told: `${provider}/${nameAsked(model)}` };
  }
  const near = nearest(prefix, miniProviders);
  const meant = near === undefined || near === prefix ? '' : `did you mean ${near}/${model}? `;
  throw new UserError(
    'no-provider',
    `"${named}" does not say who runs the model`,
    `${meant}write ${miniProviders.map((each) => `${each}/${model === '' ? '<model>' : model}`).join(', ')}`,
  );
}

function miniReader(sink: TurnSink): EventReader {
  let session: string | null = null;
  let finished = false;
  let trouble = '';
  return {
    line(text) {
      const event = miniEventSchema.safeParse(parseEvent(text)).data;
      switch (event?.type) {
        case 'start':
          session = event.session;
          return;
        case 'text':
          sink.say(event.text);
          return;
        case 'call':
          sink.call(event.id, event.tool, event.arguments);
          return;
        case 'result':
          sink.result(event.id, event.output);
          return;
        case 'error':
          trouble = event.message;
          return;
        case 'end':
          finished = event.finished;
      }
    },
    end: (exitCode) =>
      finished && exitCode === 0
        ? { agentEnd: 'finished', detail: '', session }
        : { agentEnd: 'error', detail: trouble, session },
  };
}
