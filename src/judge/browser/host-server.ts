import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { dirname, join } from 'node:path';
import { AppNotReady } from '../../app/index.ts';
import { errorText } from '../../errors.ts';
import type { Scratch } from '../../host/index.ts';
import type { CheckKind, ModelUse } from '../../schema/index.ts';
import type { ModelLine } from '../agentic/verifier.ts';
import type { JudgedApp, JudgeGroup } from '../group.ts';
import type {
  BeginAnswer,
  BeginQuestion,
  EndAnswer,
  EndQuestion,
  FreshAnswer,
  ModelAnswer,
  PlayAnswer,
  PlayQuestion,
  Submission,
} from './protocol.ts';

interface OpenGroup {
  group: JudgeGroup;
  /** Pending or done start of the app; undefined until a check asks for it, or one of the group before does. */
  app?: Promise<JudgedApp>;
  /** The app was handed out before, so the next check needs a reset. */
  used: boolean;
  failed: CheckKind[];
  /** Of the check that runs now. */
  line?: ModelLine;
  /** The program that plays this check. */
  playing?: { stop: AbortController; ended: Promise<unknown> };
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

export async function startJudgeHost(
  groups: readonly JudgeGroup[],
  chromium: string,
  { dir, scratch }: { dir: string; scratch: Scratch },
): Promise<JudgeHost> {
  const open = new Map(groups.map((group): [string, OpenGroup] => [group.id, { group, used: false, failed: [] }]));
  // The order in which Playwright takes files.
  const inOrder = [...open.values()].sort((a, b) => (a.group.id < b.group.id ? -1 : 1));
  const askedForApp = new Set<string>();
  let closed = false;
  let lines = 0;
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
      case 'model':
        lines += 1;
        return openLine(state, join(dir, `line-${lines}`));
      case 'play':
        return play(state, body as PlayQuestion, scratch);
      case 'end':
        return end(state, body as EndQuestion);
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
    await closeLine(state);
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

async function end(state: OpenGroup, { kind, verdict, replayed = [] }: EndQuestion): Promise<EndAnswer> {
  if (verdict !== 'pass') state.failed.push(kind);
  const { verifier } = state.group;
  const asked = await closeLine(state);
  const model = verifier === undefined ? asked : verifier.useOf(asked, replayed);
  return model === undefined ? {} : { model };
}

/** One of an earlier check whose worker died is closed first. */
async function openLine(state: OpenGroup, dir: string): Promise<ModelAnswer> {
  const { verifier, evidenceDir, take = '1' } = state.group;
  if (verifier === undefined) throw new Error('this group is judged without a model');
  await closeLine(state);
  const { sdk, model, cassettes: box, openLine: open } = verifier;
  const cassettes = box === null ? null : { ...box, take };
  if (open === null) return { kind: 'ready', sdk, model, socketPath: null, cassettes, toolsDir: null };
  const toolsDir = verifier.player === null ? null : toolsBelow(dir);
  try {
    mkdirSync(dir);
    if (toolsDir !== null) mkdirSync(toolsDir);
    const line = await open({ dir, logPath: join(evidenceDir, 'model.jsonl') });
    state.line = line;
    return { kind: 'ready', sdk, model, socketPath: line.socketPath, cassettes, toolsDir };
  } catch (error) {
    return { kind: 'trouble', code: 'model-unreachable', message: errorText(error) };
  }
}

const toolsBelow = (lineDir: string): string => join(lineDir, 'tools');

/** Ends with the program, or with the check. */
async function play(state: OpenGroup, { prompt, timeoutMs }: PlayQuestion, scratch: Scratch): Promise<PlayAnswer> {
  const { line, group } = state;
  const player = group.verifier?.player ?? null;
  if (line === undefined || player === null) throw new Error('this group is judged without a program');
  const stop = new AbortController();
  const dir = dirname(line.socketPath);
  const place = { toolsDir: toolsBelow(dir), lineDir: dir, scratch, signal: stop.signal, timeoutMs };
  const files = { logPath: join(group.evidenceDir, 'verifier.log'), trajectoryPath: join(dir, 'trajectory.json') };
  const ended = player.play({ prompt, ...place, ...files }).then(
    (message): PlayAnswer => {
      const trouble = line.trouble() ?? (message === undefined ? undefined : { code: 'model-answer', message });
      return trouble === undefined ? {} : { trouble };
    },
    (error: unknown): PlayAnswer => ({ trouble: { code: 'verifier-program', message: errorText(error) } }),
  );
  state.playing = { stop, ended };
  return ended;
}

async function closeLine(state: OpenGroup | undefined): Promise<ModelUse | undefined> {
  const playing = state?.playing;
  if (state !== undefined && playing !== undefined) {
    delete state.playing;
    playing.stop.abort();
    await playing.ended;
  }
  const line = state?.line;
  if (state === undefined || line === undefined) return undefined;
  delete state.line;
  return line.close();
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
