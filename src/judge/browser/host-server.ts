import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { AppNotReady, type RunningApp } from '../../app/index.ts';
import { errorText } from '../../errors.ts';
import type { CheckKind, Verdict } from '../../schema/index.ts';
import type { JudgeGroup } from '../group.ts';
import type { BeginAnswer, BeginQuestion, FreshAnswer, Submission } from './protocol.ts';

interface OpenGroup {
  group: JudgeGroup;
  /** Pending or done start of the app; undefined until a check asks for it, or one of the group before does. */
  app?: Promise<RunningApp>;
  /** The app was handed out before, so the next check needs a reset. */
  used: boolean;
  failed: CheckKind[];
  trouble?: { code: 'app-not-ready' | 'app-died' | 'environment'; message: string };
}

/** Answers the fixtures of the judges: starts apps, resets them, and says when a group may stop. */
export interface JudgeHost {
  readonly socketPath: string;
  /** Trouble that a group met outside its checks. */
  troubleOf(groupId: string): OpenGroup['trouble'];
  /** Stops the group's app. */
  closeGroup(groupId: string): Promise<void>;
  close(): Promise<void>;
}

export async function startJudgeHost(groups: readonly JudgeGroup[], chromium: string, dir: string): Promise<JudgeHost> {
  const open = new Map(groups.map((group): [string, OpenGroup] => [group.id, { group, used: false, failed: [] }]));
  // The order in which Playwright takes files.
  const inOrder = [...open.values()].sort((a, b) => (a.group.id < b.group.id ? -1 : 1));
  const askedForApp = new Set<string>();
  let closed = false;
  const startNextAhead = ({ group }: OpenGroup) => {
    askedForApp.add(group.testsDir);
    const next = inOrder.find((state) => !state.used && state.app === undefined && state.trouble === undefined);
    // A judge that only reads a report needs no app.
    if (closed || next === undefined || !askedForApp.has(next.group.testsDir)) return;
    next.app = next.group.startApp();
    // Whoever asks for it hears of it.
    next.app.catch(() => undefined);
  };
  const answer = async (path: string, body: unknown): Promise<unknown> => {
    const [, , id = '', action = ''] = path.split('/');
    const state = open.get(id);
    if (state === undefined || closed) throw new Error(`no group ${id}`);
    switch (action) {
      case 'begin':
        return begin(state, body as BeginQuestion);
      case 'fresh':
        return fresh(state, { chromium, onFirst: startNextAhead });
      case 'end':
        end(state, body as { kind: CheckKind; verdict: Verdict });
        return {};
      case 'submission':
        return state.group.submission satisfies Submission;
      default:
        throw new Error(`no action ${action}`);
    }
  };
  const socketPath = join(dir, 'host.sock');
  const server = await listen(socketPath, answer);
  const closeGroup = async (id: string) => {
    const state = open.get(id);
    const starting = state?.app;
    if (state === undefined || starting === undefined) return;
    delete state.app;
    const app = await starting.catch(() => undefined);
    await app?.stop();
  };
  return {
    socketPath,
    troubleOf: (id) => open.get(id)?.trouble,
    closeGroup,
    close: async () => {
      closed = true;
      server.closeAllConnections();
      server.close();
      await Promise.all([...open.keys()].map(closeGroup));
    },
  };
}

function begin({ group, failed, trouble }: OpenGroup, check: BeginQuestion): BeginAnswer {
  // Once the judge's own means have failed, no check can say anything of the patch.
  const over = trouble !== undefined || failed.includes('control') || group.skip?.(check, failed) === true;
  return over ? { kind: 'skip' } : { kind: 'run' };
}

function end(state: OpenGroup, { kind, verdict }: { kind: CheckKind; verdict: Verdict }): void {
  if (verdict !== 'pass') state.failed.push(kind);
}

async function fresh(
  state: OpenGroup,
  { chromium, onFirst }: { chromium: string; onFirst: (state: OpenGroup) => void },
): Promise<FreshAnswer> {
  const { group } = state;
  try {
    state.app ??= group.startApp();
    const app = await state.app;
    if (state.used) await app.reset();
    else {
      state.used = true;
      // While this one is looked at, the next can start.
      onFirst(state);
    }
    return {
      kind: 'ready',
      access: {
        url: app.url,
        browserPrefix: [...app.pod.networkOnlyPrefix()],
        chromium,
        viewport: group.viewport,
        pageMode: group.pageMode,
        trace: group.trace,
        controlSocket: app.controlSocket,
        evidenceDir: group.evidenceDir,
      },
    };
  } catch (error) {
    const code = error instanceof AppNotReady ? error.code : 'environment';
    state.trouble = { code, message: errorText(error) };
    return { kind: 'trouble', ...state.trouble };
  }
}

function listen(socketPath: string, answer: (path: string, body: unknown) => Promise<unknown>): Promise<Server> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    try {
      const value = await answer(request.url ?? '', text === '' ? undefined : JSON.parse(text));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    } catch (error) {
      response.writeHead(500).end(errorText(error));
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, () => resolve(server));
  });
}
