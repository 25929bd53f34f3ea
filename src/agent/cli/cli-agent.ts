import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { InfraError, UserError } from '../../errors.ts';
import { replaceFile, tail } from '../../host/index.ts';
import { faultOf, findProvider, isRehearsed } from '../../model/index.ts';
import {
  type Agent,
  type AgentContext,
  type Conversation,
  defineAgent,
  type RoundEnd,
  type RoundInput,
} from '../agent.ts';
import { type Scrub, scrubber } from '../trajectory/scrub.ts';
import { type TrajectoryRecorder, trajectoryRecorder } from '../trajectory/trajectory-recorder.ts';
import type { CliDriver, CliSettings } from './driver.ts';
import { folderOf, requireInstalled } from './install.ts';

const HOME = '/home/agent/program';

/** A coding agent's own program, run without a person. @throws UserError `no-model` if one must be named, `bad-rehearsal` */
export function cliAgent(driver: CliDriver, model: string | null): Agent {
  const name = model ?? driver.defaultModel;
  if (name === undefined) {
    throw new UserError('no-model', `${driver.name} needs a model`, `write --agent ${driver.name} --model <model>`);
  }
  if (isRehearsed(name)) faultOf(name);
  const at = `/opt/agents/${driver.name}`;
  return defineAgent({
    name: driver.name,
    control: false,
    model: { name, provider: driver.provider },
    version: async () => `${driver.npm.version} ${name}`,
    mounts: () => [{ at, kind: 'read', from: folderOf(driver) }],
    requireReady: () => {
      requireInstalled(driver);
      if (!isRehearsed(name)) findProvider(driver.provider, process.env);
    },
    open: (context) => openConversation(driver, name, `${at}/node_modules/.bin/${driver.npm.program}`, context),
  });
}

async function openConversation(
  driver: CliDriver,
  model: string,
  program: string,
  context: AgentContext,
): Promise<Conversation> {
  const { pod, modelUrl } = context;
  if (modelUrl === null) throw new InfraError('no-model-place', `${driver.name} was given no way to its model`);
  const settings: CliSettings = { home: pod.path(HOME), model, modelUrl };
  await furnish(driver.homeFiles(settings), context);
  const scrub = scrubber(process.env);
  const recorder = trajectoryRecorder({
    ...{ path: context.trajectoryPath, sessionId: randomUUID(), scrub },
    agent: { name: driver.name, version: driver.npm.version, model_name: model },
  });
  let session: string | null = null;
  return {
    round: async (input) => {
      recorder.round(input.n, input.prompt);
      const played = await runRound(driver, { settings, program, session, recorder, scrub }, { input, context });
      recorder.flush();
      session = played.session ?? session;
      return played.end;
    },
    close: async () => recorder.flush(),
  };
}

/** The program writes into its home, so the files come as a copy: only the pod itself can put them there. */
async function furnish(
  files: Readonly<Record<string, string>>,
  { pod, promptDir, logPath }: AgentContext,
): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const target = join(promptDir, 'home', path);
    mkdirSync(dirname(target), { recursive: true });
    replaceFile(target, text);
  }
  const script = 'mkdir -p "$1" && if [ -d "$2" ]; then cp -R "$2/." "$1/"; fi';
  const argv = ['/bin/sh', '-c', script, 'sh', pod.path(HOME), pod.path('/run/agent/home')];
  const result = await pod.run(argv, { timeoutMs: 60_000, logPath });
  if (result.exitCode !== 0) {
    throw new InfraError('agent-home', "the agent's home could not be furnished", { output: tail(result.stderr) });
  }
}

interface RoundParts {
  settings: CliSettings;
  /** Path inside the pod. */
  program: string;
  session: string | null;
  recorder: TrajectoryRecorder;
  scrub: Scrub;
}

async function runRound(
  driver: CliDriver,
  { settings, program, session, recorder, scrub }: RoundParts,
  { input, context }: { input: RoundInput; context: AgentContext },
): Promise<{ end: RoundEnd; session: string | null }> {
  const { pod, logPath } = context;
  const { args, env } = driver.command(settings, { n: input.n, prompt: input.prompt, session });
  const reader = driver.reader(recorder);
  // Written here and not by the pod: what a program prints may hold keys that it has found.
  const log = createWriteStream(logPath, { flags: 'a' });
  const logged = finished(log);
  // A disk that is full is told when the round has ended.
  logged.catch(() => undefined);
  const lines = lineSplitter((line) => {
    log.write(`${scrub(line)}\n`);
    reader.line(line);
  });
  const result = await pod.run([pod.path(program), ...args], {
    ...{ cwd: '/workspace', env: { ...context.env, ...env }, input: '', onStdout: lines.take },
    ...{ timeoutMs: input.timeoutMs, signal: input.signal },
  });
  lines.end();
  const complaints = scrub(result.stderr.toString());
  log.end(complaints);
  await logged;
  const { agentEnd, detail, session: next } = reader.end(result.exitCode);
  const end = (how: RoundEnd['agentEnd'], why: string) => ({
    ...{ end: { agentEnd: how, detail: why, costUsd: null }, session: next },
  });
  // The harness alone knows of its deadline: a program that was ended may say that all went well.
  if (result.timedOut) return end('timeout', `not finished after ${input.timeoutMs} ms`);
  if (pod.breach !== undefined) {
    const { limit, used, allowed } = pod.breach;
    return end('error', `over its ${limit} limit: ${used} of ${allowed}`);
  }
  if (agentEnd === 'finished') return end('finished', '');
  const how = result.exitCode === null ? `ended by ${result.exitSignal}` : `exit code ${result.exitCode}`;
  return end('error', `${how}: ${scrub(detail) || tail(complaints, 3) || 'without a word'}`);
}

/** Calls `each` for every line, however the chunks fall. */
function lineSplitter(each: (line: string) => void): { take(chunk: Buffer): void; end(): void } {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return {
    take(chunk) {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) each(line);
    },
    end() {
      if (rest !== '') each(rest);
      rest = '';
    },
  };
}
