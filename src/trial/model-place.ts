import { chmodSync } from 'node:fs';
import type { Agent } from '../agent/index.ts';
import type { Mount, Owner, Pod } from '../environment/index.ts';
import { InfraError } from '../errors.ts';
import { type Scratch, sleep, tail } from '../host/index.ts';
import {
  faultOf,
  findProvider,
  isRehearsed,
  nameAsked,
  openGateway,
  type Provider,
  type RateGate,
  rateGate,
  type Script,
  type SpendMeter,
  type Spent,
  spendMeter,
  startRehearsal,
  withListPrices,
} from '../model/index.ts';
import type { PriceList, SpendCap, Spending } from '../schema/index.ts';

/** What all trials of a process share of their models. */
export interface ModelDesk {
  prices: readonly PriceList[];
  /** For each trial. */
  cap: SpendCap;
  /** Of the whole run. */
  meter: SpendMeter;
  gateTo(provider: string): RateGate;
  /** Aborts when all trials together may spend nothing more, with the reason as text. */
  readonly exhausted: AbortSignal;
  /** To be called when a trial's meter says that it is enough. */
  look(): void;
}

export function modelDesk({ trial, run, prices }: Spending): ModelDesk {
  const gates = new Map<string, RateGate>();
  const meter = spendMeter(run, { what: 'the run' });
  const exhausted = new AbortController();
  return {
    prices: withListPrices(prices),
    cap: trial,
    meter,
    gateTo: (provider) => {
      const gate = gates.get(provider) ?? rateGate();
      gates.set(provider, gate);
      return gate;
    },
    exhausted: exhausted.signal,
    look: () => {
      const reason = meter.reached();
      if (reason !== undefined) exhausted.abort(reason);
    },
  };
}

/** A trial's way to its model. Whoever opens it closes it. */
export interface ModelPlace {
  readonly mounts: readonly Mount[];
  /**
   * Opens the pod's end; returns the address of the endpoint inside. `script` is what a rehearsed model follows.
   * @throws InfraError `model-hole`
   */
  connect(pod: Pod, script: () => Promise<Script>): Promise<string>;
  /** Cuts the calls that a round has left behind, and says what all calls so far took. */
  settle(): Promise<Spent>;
  /** Throws if the model was asked and has never answered: then nothing was measured. @throws InfraError `model-unreachable` */
  requireAnswered(): void;
  /** Aborts when nothing more may be spent, with the reason as text. */
  readonly cap: AbortSignal;
  close(): Promise<void>;
}

export const MODEL_DIR = '/run/model';
/** One that apps do not use: they share the pod's loopback. */
const PORT = 47_017;
const START_TIMEOUT_MS = 30_000;

export async function openModelPlace(
  model: NonNullable<Agent['model']>,
  options: { desk: ModelDesk; scratch: Scratch; logPath: string; owner: Owner | undefined },
): Promise<ModelPlace> {
  const { desk, scratch, logPath, owner } = options;
  const rehearsal = isRehearsed(model.name) ? await startRehearsal() : undefined;
  try {
    const provider =
      rehearsal === undefined ? findProvider(model.provider, process.env) : actedBy(model, rehearsal.url);
    const dir = scratch.newDir('model');
    chmodSync(dir, 0o755);
    const capped = new AbortController();
    const meter = spendMeter(desk.cap, { what: 'this trial', parent: desk.meter });
    const gateway = await openGateway({
      ...{ provider, model: nameAsked(model.name), dir, owner, logPath, meter, prices: desk.prices },
      gate: desk.gateTo(provider.baseUrl),
      onCap: (reason) => {
        desk.look();
        capped.abort(reason);
      },
    });
    return {
      mounts: [{ at: MODEL_DIR, kind: 'read', from: dir }],
      connect: async (pod, script) => {
        if (rehearsal !== undefined) {
          const fault = faultOf(model.name);
          rehearsal.play({ ...(await script()), ...(fault === undefined ? {} : { fault }) });
        }
        return connectModel(pod);
      },
      settle: async () => {
        await gateway.cut();
        return meter.spent();
      },
      requireAnswered: () => {
        const { asked, answered, trouble = 'no answer at all' } = gateway.standing();
        if (asked === 0 || answered > 0) return;
        throw new InfraError(
          'model-unreachable',
          `${model.name} has not answered any of ${asked} calls; the last brought: ${trouble}`,
          { hint: `see whether the key and the endpoint of ${provider.name} are right; model.jsonl has every call` },
        );
      },
      cap: capped.signal,
      close: async () => {
        try {
          await gateway.close();
        } finally {
          await rehearsal?.close();
        }
      },
    };
  } catch (error) {
    await rehearsal?.close();
    throw error;
  }
}

/** The provider's protocols, spoken by the scripted model. */
const actedBy = (model: NonNullable<Agent['model']>, url: string): Provider => ({
  ...findProvider(model.provider, { OPENAI_API_KEY: 'none', ANTHROPIC_API_KEY: 'none', GEMINI_API_KEY: 'none' }),
  baseUrl: url,
});

/** Opens the pod's end of the way to the model; returns the address inside. @throws InfraError `model-hole` */
export async function connectModel(pod: Pod): Promise<string> {
  const port = await pod.port(PORT);
  let ready = false;
  const hole = await pod.start(
    ['node', pod.path('/opt/bugsweep/model-hole.mjs'), pod.path(`${MODEL_DIR}/model.sock`), String(port)],
    {
      onStdout: (chunk) => {
        ready ||= chunk.toString().includes('ready');
      },
    },
  );
  let ended = false;
  void hole.exited.then(() => {
    ended = true;
  });
  for (let waited = 0; !ready && !ended && waited < START_TIMEOUT_MS; waited += 10) await sleep(10);
  if (ready) return `http://127.0.0.1:${port}`;
  throw new InfraError('model-hole', "the way to the model's endpoint did not open", { output: tail(hole.output()) });
}
