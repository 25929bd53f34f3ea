import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { InfraError, UserError } from '../../errors.ts';
import { lineSplitter, tail } from '../../host/index.ts';
import { endpointOf, faultOf, findProvider, isRehearsed, nameAsked } from '../../model/index.ts';
import {
  type Agent,
  type AgentContext,
  type Conversation,
  defineAgent,
  type RoundEnd,
  type RoundInput,
} from '../agent.ts';
import { type Scrub, scrubber, scrubLine } from '../trajectory/scrub.ts';
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
    // A rehearsal measures the set-up, and no model.
    control: isRehearsed(name),
    startsServers: true,
    model: { name, provider: driver.provider },
    version: async () => `${driver.npm.version} ${name} ${settingsHash(driver, name)}`,
    mounts: () => [{ at, kind: 'read', from: folderOf(driver) }],
    requireReady: () => {
      requireInstalled(driver);
      if (!isRehearsed(name)) findProvider(driver.provider, process.env);
    },
    open: (context) => openConversation(driver, name, `${at}/node_modules/.bin/${driver.npm.program}`, context),
  });
}

/** Changes with everything that this driver says to its program, and with the endpoint. */
function settingsHash(driver: CliDriver, model: string): string {
  const settings = { home: '/home', model, modelUrl: 'http://model', servers: [] };
  const said = [
    ...[driver.homeFiles(settings), driver.command(settings, { n: 1, session: null })],
    ...[driver.command(settings, { n: 2, session: 'first' })],
    isRehearsed(model) ? 'rehearsal' : endpointOf(driver.provider, process.env),
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 8);
}

async function openConversation(
  driver: CliDriver,
  model: string,
  program: string,
  context: AgentContext,
): Promise<Conversation> {
  const { pod, modelUrl } = context;
  if (modelUrl === null) throw new InfraError('no-model-place', `${driver.name} was given no way to its model`);
  const settings: CliSettings = { home: pod.path(HOME), model: nameAsked(model), modelUrl, servers: context.servers };
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

/** Files of the program's own home, which only the pod itself can write. */
async function furnish(files: Readonly<Record<string, string>>, { pod, logPath }: AgentContext): Promise<void> {
  for (const [path, text] of Object.entries({ '.bugsweep': '', ...files })) {
    const target = pod.path(`${HOME}/${path}`);
    const argv = ['/bin/sh', '-c', 'mkdir -p "$(dirname "$1")" && cat > "$1"', 'sh', target];
    const result = await pod.run(argv, { input: text, timeoutMs: 60_000, logPath });
    if (result.exitCode === 0) continue;
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
  const { args, env } = driver.command(settings, { n: input.n, session });
  const reader = driver.reader(recorder);
  // Written here and not by the pod: what a program prints may hold keys that it has found.
  const log = createWriteStream(logPath, { flags: 'a' });
  const logged = finished(log);
  // A disk that is full is told when the round has ended.
  logged.catch(() => undefined);
  const lines = lineSplitter((line) => {
    log.write(`${scrubLine(line, scrub)}\n`);
    reader.line(line);
  });
  const result = await pod.run([pod.path(program), ...args], {
    ...{ cwd: '/workspace', env: { ...context.env, ...env }, input: input.prompt, onStdout: lines.take },
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
