import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { errorText } from '../../errors.ts';
import type { Answer, TokenCounts } from './conversation.ts';
import { chat } from './dialects/chat.ts';
import type { Dialect } from './dialects/dialect.ts';
import { gemini } from './dialects/gemini.ts';
import { messages } from './dialects/messages.ts';
import { responses } from './dialects/responses.ts';
import { nextAnswer, type Script, type ScriptedFault } from './script.ts';

const dialects: readonly Dialect[] = [responses, chat, messages, gemini];

/** A model that follows a script, on loopback, in every protocol that the known agents speak. */
export interface RehearsalServer {
  /** Without `/v1`. */
  readonly url: string;
  /** From now on this script is followed. */
  play(script: Script): void;
  close(): Promise<void>;
}

export async function startRehearsal(first: Script = { rounds: [] }): Promise<RehearsalServer> {
  const state: Progress = { script: first, answers: 0, faultsLeft: faultsOf(first) };
  const server = createServer((request, response) => {
    request.on('error', () => response.destroy());
    answer(request, response, state).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendJson(response, 400, { error: { type: 'invalid_request_error', message: errorText(error) } });
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    play: (script) => {
      state.script = script;
      state.faultsLeft = faultsOf(script);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Progress {
  script: Script;
  answers: number;
  faultsLeft: number;
}

const faultsOf = ({ fault }: Script): number => (fault !== undefined && 'times' in fault ? fault.times : 0);

async function answer(request: IncomingMessage, response: ServerResponse, state: Progress): Promise<void> {
  const { script } = state;
  const { method = 'GET' } = request;
  const url = new URL(request.url ?? '/', 'http://rehearsal');
  const raw = await text(request);
  const dialect = dialects.find(({ protocol }) => protocol.isCall(method, url.pathname));
  if (dialect === undefined) {
    const counts = { input_tokens: tokensOf(raw), totalTokens: tokensOf(raw) };
    sendJson(response, 200, method === 'POST' ? counts : { object: 'list', data: [], models: [] });
    return;
  }
  const question = dialect.read(url.pathname, url.searchParams, JSON.parse(raw));
  const next = nextAnswer(script, question, raw);
  state.answers += 1;
  const counts = countsOf(raw, next, question.entries.length > 1);
  const id = `rehearsal${state.answers}`;
  const pieces = question.stream
    ? dialect.stream(next, counts, id, question.model)
    : [JSON.stringify(dialect.whole(next, counts, id, question.model))];
  const type = question.stream ? 'text/event-stream' : 'application/json';
  if (script.fault !== undefined && state.faultsLeft > 0 && state.answers > (script.faultAfter ?? 0)) {
    state.faultsLeft -= 1;
    failAs(script.fault, response, type, pieces);
    return;
  }
  response.writeHead(200, { 'content-type': type });
  for (const piece of pieces) response.write(piece);
  response.end();
}

function failAs(fault: ScriptedFault, response: ServerResponse, type: string, pieces: readonly string[]): void {
  switch (fault.kind) {
    case 'refuse': {
      const after = fault.retryAfterSeconds;
      if (after !== undefined) response.setHeader('retry-after', String(after));
      sendJson(response, fault.status, {
        error: { type: 'rehearsed', code: 'rehearsed', message: 'rehearsed refusal' },
      });
      return;
    }
    case 'cut': {
      const whole = pieces.join('');
      response.writeHead(200, { 'content-type': type });
      response.write(whole.slice(0, Math.floor(whole.length / 2)), () => response.destroy());
      return;
    }
    case 'garbage':
      response.writeHead(200, { 'content-type': type });
      response.end(`data: {"what": ${'x'.repeat(fault.bytes ?? 20)}\n\n`);
      return;
    case 'silent':
    case 'endless':
      // The client's patience, or the trial's deadline, ends it.
      return;
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** About four characters make a token; what a second request repeats would come from a provider's cache. */
const tokensOf = (words: string): number => Math.ceil(words.length / 4);

function countsOf(question: string, next: Answer, repeats: boolean): TokenCounts {
  const input = tokensOf(question);
  const cached = repeats ? Math.floor(input / 2) : 0;
  return { input, cached, output: tokensOf(next.kind === 'text' ? next.text : JSON.stringify(next.arguments)) };
}
