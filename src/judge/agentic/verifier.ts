import type { Scratch } from '../../host/index.ts';
import {
  costOf,
  type GatewayOptions,
  nameAsked,
  openGateway,
  priceOf,
  type Route,
  spendMeter,
  sumOfUsage,
} from '../../model/index.ts';
import type { ModelUse, SdkProvider, SpendCap, Usage } from '../../schema/index.ts';

/** A model that plays behavior tests. */
export interface Verifier {
  sdk: SdkProvider;
  /** The name to ask by. */
  model: string;
  /**
   * Opens the one way to the model for one check. `dir` gets the socket; each request is a line of `logPath`. Null where
   * only recorded answers are given, and nobody is asked.
   */
  openLine: ((place: { dir: string; logPath: string }) => Promise<ModelLine>) | null;
  /** What plays the tests with the model in place of our own loop, if anything does. */
  player: Player | null;
  /** Folder of recorded answers, if there is one. */
  cassettes: { dir: string; records: boolean } | null;
  /** What a check took: of the model, and of answers that were recorded, by what they took then and cost by the list. */
  useOf(asked: ModelUse | undefined, replayed: readonly Usage[]): ModelUse;
}

/** A program of somebody else's that plays a test with the tools that it is given. */
export interface Player {
  /**
   * Plays one test to its end, or until `signal`; says what went wrong if it did not come to its own end.
   * @throws InfraError, UserError
   */
  play(test: PlayerTest): Promise<string | undefined>;
}

export interface PlayerTest {
  prompt: string;
  /** Folder with `tools.sock`, behind which the tools are. */
  toolsDir: string;
  /** Folder with `model.sock`, the one way to the model. */
  lineDir: string;
  /** Files for what it prints and says. */
  logPath: string;
  trajectoryPath: string;
  scratch: Scratch;
  timeoutMs: number;
  signal: AbortSignal;
}

export interface ModelLine {
  socketPath: string;
  /** Why there was no answer, if the model was asked and has given none, or may be asked no more. */
  trouble(): { code: 'model-unreachable' | 'model-cap'; message: string } | undefined;
  /** Cuts what is under way; says what the check took. */
  close(): Promise<ModelUse>;
}

export interface VerifierParts extends Pick<GatewayOptions, 'gate' | 'prices'> {
  route: Route;
  /** Null for one that gives recorded answers only: no key is needed then. */
  provider: GatewayOptions['provider'] | null;
  cassettes: Verifier['cassettes'];
  player?: Player | null;
  /** For each check. */
  cap: SpendCap;
  /** What all checks together take. */
  parent?: GatewayOptions['meter'];
  /** Called when nothing more may be spent. */
  onCap?: () => void;
}

/** A verifier whose model is reached by the gateway alone: who plays the test never has the key. */
export function modelVerifier({
  route,
  cap,
  parent,
  provider,
  cassettes,
  player = null,
  onCap: whenCapped,
  ...parts
}: VerifierParts): Verifier {
  const model = nameAsked(route.model);
  const openLine = async (
    to: GatewayOptions['provider'],
    place: { dir: string; logPath: string },
  ): Promise<ModelLine> => {
    const meter = spendMeter(cap, { what: 'this test', ...(parent === undefined ? {} : { parent }) });
    // The gateway's own answer to the next call says that the cap is reached.
    const onCap = () => whenCapped?.();
    const gateway = await openGateway({ ...parts, ...place, provider: to, model, meter, owner: undefined, onCap });
    return {
      socketPath: gateway.socketPath,
      trouble: () => {
        const reached = meter.reached();
        if (reached !== undefined) return { code: 'model-cap', message: reached };
        const { asked, answered, trouble = 'no answer at all' } = gateway.standing();
        return asked === 0 || answered > 0 ? undefined : { code: 'model-unreachable', message: trouble };
      },
      close: async () => {
        await gateway.close();
        const { calls, usage, costUsd } = meter.spent();
        return { calls, usage, costUsd };
      },
    };
  };
  return {
    ...{ sdk: route.sdk, model, cassettes, player },
    openLine: provider === null ? null : (place) => openLine(provider, place),
    useOf: (asked, replayed) => {
      const price = priceOf(route.model, parts.prices);
      const usage = sumOfUsage(replayed);
      const cost = price === undefined ? null : costOf(usage, price);
      if (asked === undefined || (asked.calls === 0 && replayed.length > 0))
        return { calls: replayed.length, usage, costUsd: cost };
      if (replayed.length === 0) return asked;
      return {
        ...{ calls: asked.calls + replayed.length, usage: sumOfUsage([asked.usage, usage]) },
        costUsd: asked.costUsd === null || cost === null ? null : asked.costUsd + cost,
      };
    },
  };
}
