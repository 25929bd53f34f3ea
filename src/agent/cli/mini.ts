import { nameAsked, routeOf } from '../../model/index.ts';
import type { TurnSink } from '../trajectory/trajectory-recorder.ts';
import { type CliDriver, type EventReader, parseEvent } from './driver.ts';
import { MINI_SETTINGS, miniEventSchema } from './mini-protocol.ts';

/** bugsweep's own small agent: a loop with a shell and the tools of servers, for any provider. `src/agent/mini` is its program. */
export const mini: CliDriver = {
  name: 'mini',
  program: { kind: 'bundled', file: 'mini-agent.mjs' },
  routeOf: (named) => {
    const { provider, sdk, model } = routeOf(named);
    return { provider, model, told: `${sdk}/${nameAsked(model)}` };
  },
  homeFiles: ({ modelUrl, servers }) => ({ [MINI_SETTINGS]: JSON.stringify({ modelUrl, servers }) }),
  command: ({ home, model }, { session }) => ({
    args: ['--home', home, '--model', model, ...(session === null ? [] : ['--resume', session])],
    env: {},
  }),
  reader: miniReader,
};

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
