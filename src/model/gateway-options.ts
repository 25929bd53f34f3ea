import type { PriceList } from '../schema/index.ts';
import type { Provider } from './provider.ts';
import type { RateGate } from './rate-gate.ts';
import type { SpendMeter } from './spend-meter.ts';

export interface GatewayOptions {
  provider: Provider;
  /** The one model that may be asked. */
  model: string;
  /** Folder that gets the socket; shown to one pod alone. */
  dir: string;
  /** User of that pod, who alone may connect; undefined: the caller. */
  owner: { uid: number; gid: number } | undefined;
  /** `model.jsonl`, one line a request. */
  logPath: string;
  meter: SpendMeter;
  gate: RateGate;
  /** The first list that knows a model decides. */
  prices: readonly PriceList[];
  /** Called once, when nothing more may be spent. */
  onCap(reason: string): void;
}

export interface Standing {
  /** Calls that were passed on. */
  asked: number;
  /** Calls that the model answered. */
  answered: number;
  /** What came instead of the latest answer; undefined if none was ever missing. */
  trouble: string | undefined;
}
