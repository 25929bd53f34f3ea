import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { InfraError, UserError } from '../../errors.ts';
import { lineSplitter, tail } from '../../host/index.ts';
import { endpointOf, faultOf, findProvider, isRehearsed } from '../../model/index.ts';
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
import type { CliDriver, CliSettings, ModelRoute } from './driver.ts';
import { placeInPod, requireInstalled, versionOf } from './install.ts';

const HOME = '/home/agent/program';

/**
 * A coding agent's own program, run without a person.
 * @throws UserError `no-model` if one must be named, `bad-rehearsal`, and what the driver says of the model's name
 */
export function cliAgent(driver: CliDriver, model: string | null): Agent {
  const name = model ?? driver.defaultModel;
  if (name === undefined) {
    throw new UserError('no-model', `${driver.name} needs a model`, `write --agent ${driver.name} --model <model>`);
  }
  const route = driver.routeOf(name);
  const rehearsed = isRehearsed(route.model);
  if (rehearsed) faultOf(route.model);
  return defineAgent({
    name: driver.name,
    // A rehearsal measures the set-up, and no model.
    control: rehearsed,
    startsServers: true,
    model: { name: route.model, provider: route.provider },
    version: async () => `${versionOf(driver)} ${name} ${settingsHash(driver, route)}`,
    mounts: () => [placeInPod(driver).mount],
    requireReady: () => {
      requireInstalled(driver);
      if (!rehearsed) findProvider(route.provider, process.env);
    },
    open: (context) => openConversation(driver, { named: name, told: route.told }, context),
  });
}

/** What a program works with. */
export type ProgramContext = Pick<AgentContext, 'pod' | 'modelUrl' | 'servers' | 'env' | 'logPath' | 'trajectoryPath'>;

/** A program whose own tools are taken from it: it can do what the servers let it do, and talk. */
export const openWithServersOnly = (driver: CliDriver, model: string, context: ProgramContext): Promise<Conversation> =>
  openConversation(driver, { named: model, told: driver.routeOf(model).told, onlyServers: true }, context);

/** Changes with everything that this driver says to its program, and with the endpoint. */
function settingsHash(driver: CliDriver, { provider, model, told }: ModelRoute): string {
  const settings = { home: '/home', model: told, modelUrl: 'http://model', servers: [] };
  const said = [
    ...[driver.homeFiles(settings), driver.command(settings, { n: 1, session: null })],
    ...[driver.command(settings, { n: 2, session: 'first' })],
    isRehearsed(model) ? 'rehearsal' : endpointOf(provider, process.env),
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 8);
}

async function openConversation(
  driver: CliDriver,
  model: { named: string; told: string; onlyServers?: true },
  context: ProgramContext,
): Promise<Conversation> {
  const { pod, modelUrl } = context;
  if (modelUrl === null) throw new InfraError('no-model-place', `${driver.name} was given no way to its model`);
  const settings: CliSettings = { home: pod.path(HOME), model: model.told, modelUrl, servers: context.servers };
  if (model.onlyServers === true) settings.onlyServers = true;
  const { at, byNode } = placeInPod(driver);
  const program = [...(byNode ? ['node'] : []), pod.path(at)];
  await furnish(driver.homeFiles(settings), context);
  const scrub = scrubber(process.env);
  const recorder = trajectoryRecorder({
    ...{ path: context.trajectoryPath, sessionId: randomUUID(), scrub },
    agent: { name: driver.name, version: versionOf(driver), model_name: model.named },
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
async function furnish(files: Readonly<Record<string, string>>, { pod, logPath }: ProgramContext): Promise<void> {
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
  /** First words of the command line. */
  program: readonly string[];
  session: string | null;
  recorder: TrajectoryRecorder;
  scrub: Scrub;
}

async function runRound(
  driver: CliDriver,
  { settings, program, session, recorder, scrub }: RoundParts,
  { input, context }: { input: RoundInput; context: ProgramContext },
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
  const result = await pod.run([...program, ...args], {
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
