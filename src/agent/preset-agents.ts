import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { InfraError, UserError } from '../errors.ts';
import { endpointOf, faultOf, findProvider, isRehearsed, nameAsked, type ProviderName } from '../model/index.ts';
import { type Agent, defineAgent } from './agent.ts';
import { findProgram } from './agent-program.ts';
import { programRuns } from './command-agent.ts';

/**
 * A known program of the user's own, called as its documentation says. None has been tried with the real program, what it
 * prints is kept in `agent.log` and not read, and its exit code says how a round ended.
 */
interface Preset {
  name: string;
  program: string;
  /** Command line for a shell. `$PROMPT_FILE` and `$ROUND` are set, and `$MODEL`. */
  line: string;
  /** How it reaches its model; null: only through a service that is no model's endpoint. */
  way: {
    provider: ProviderName;
    /** `url` is the endpoint's address inside the pod, without `/v1`. */
    env(model: string, url: string): Record<string, string>;
  } | null;
}

const PROMPT = '"$(cat "$PROMPT_FILE")"';

const presets: readonly Preset[] = [
  {
    name: 'cursor',
    program: 'cursor-agent',
    line: `cursor-agent -p --force --output-format stream-json --model "$MODEL" ${PROMPT}`,
    way: null,
  },
  {
    // The successor of kimi-cli, which was called with --print. `-p` approves every call of a tool.
    name: 'kimi-code',
    program: 'kimi',
    line: `[ "$ROUND" = 1 ] || set -- --continue; exec kimi "$@" --output-format stream-json -p ${PROMPT}`,
    way: {
      provider: 'openai',
      env: (model, url) => ({
        ...{ KIMI_MODEL_NAME: model, KIMI_MODEL_PROVIDER_TYPE: 'openai', KIMI_MODEL_BASE_URL: `${url}/v1` },
        ...{ KIMI_MODEL_API_KEY: 'none', KIMI_DISABLE_TELEMETRY: '1', KIMI_CODE_NO_AUTO_UPDATE: '1' },
      }),
    },
  },
  {
    // It cannot go on with a conversation: each round is a new one.
    name: 'mini-swe-agent',
    program: 'mini',
    line: `exec mini -y --exit-immediately -m "openai/$MODEL" -t ${PROMPT}`,
    way: {
      provider: 'openai',
      env: (_model, url) => ({
        ...{ OPENAI_API_BASE: `${url}/v1`, OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'none' },
        ...{ MSWEA_CONFIGURED: 'true', MSWEA_COST_TRACKING: 'ignore_errors' },
      }),
    },
  },
];

export const presetNames = (): string[] => presets.map(({ name }) => name);

/** Where a program of the user's is found inside the pod, before the system's own places. */
const IN_POD = ['/opt/agent/bin', '/opt/agent'];
const SYSTEM = ['/usr/local/bin', '/usr/bin', '/bin'];

/** @throws UserError `no-model`, `bad-rehearsal`, and what `findProgram` says of the files */
export function presetAgent(name: string, { model, files, cwd }: PresetWish): Agent {
  const preset = presets.find((each) => each.name === name);
  if (preset === undefined) throw new Error(`${name} is no preset`);
  if (model === null) throw new UserError('no-model', `${name} needs a model`, `write --agent ${name} --model <model>`);
  if (isRehearsed(model)) faultOf(model);
  const { way, line } = preset;
  const program = findProgram('sh', files, cwd);
  const asked = nameAsked(model);
  const where = way === null || isRehearsed(model) ? '' : endpointOf(way.provider, process.env);
  // A folder of the pod has another place where there is no sandbox.
  const script = `PATH="$AGENT_PATH:$PATH"; ${line}`;
  return defineAgent({
    name,
    control: isRehearsed(model),
    ...(way === null ? {} : { model: { name: model, provider: way.provider } }),
    requireReady: () => requireReady(preset, { model, files, cwd }),
    ...programRuns(JSON.stringify([script, model, where]), program, ['sh', '-c', script, name], ({ modelUrl, pod }) => {
      if (way === null || modelUrl === null)
        throw new InfraError('no-model-place', `${name} was given no way to its model`);
      return { MODEL: asked, AGENT_PATH: IN_POD.map((dir) => pod.path(dir)).join(':'), ...way.env(asked, modelUrl) };
    }),
  });
}

export interface PresetWish {
  model: string | null;
  /** Folder of `--agent-files`. */
  files: string | null;
  cwd: string;
}

/** @throws UserError `no-way`, `no-key`, `bad-endpoint`, `not-installed` */
function requireReady({ name, program, way }: Preset, { model, files, cwd }: PresetWish): void {
  if (way === null) {
    throw new UserError(
      'no-way',
      `${name} cannot be used yet: it reaches its models only through a service of its own, with its own login, and nothing but a model's endpoint is reached from the sandbox`,
      'take another agent',
    );
  }
  if (model !== null && !isRehearsed(model)) findProvider(way.provider, process.env);
  const places = files === null ? SYSTEM : [join(resolve(cwd, files), 'bin'), resolve(cwd, files), ...SYSTEM];
  if (places.some((place) => existsSync(join(place, program)))) return;
  throw new UserError(
    'not-installed',
    `the program ${program} of ${name} is not where the sandbox can see it`,
    `put it, with all that it needs, into a folder of its own, as ${program} or bin/${program}, and name that: --agent-files <folder>; it is shown as /opt/agent`,
  );
}
