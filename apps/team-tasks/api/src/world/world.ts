import type { Fault } from '../faults/fault.ts';
import { createEventHub, type EventHub } from './event-hub.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import type { WorldData } from './world-data.ts';

/**
 * One life of the product, from one reset to the next. A request keeps the world it arrived in,
 * so that one which is still under way during a reset can reach nothing but the old world.
 */
export interface World {
  epoch: number;
  fixture: string;
  data: WorldData;
  faults: Fault[];
  log: RequestLog;
  events: EventHub;
  /** Secret of a session's cookie → id of the session. Not part of the data, since secrets are random. */
  sessionTokens: Map<string, string>;
  /** Payments under way, by order. */
  payments: Map<string, Promise<void>>;
  /** Aborted when the world ends. */
  ended: AbortSignal;
  end(): void;
}

export function createWorld(epoch: number, fixture: string, data: WorldData): World {
  const ending = new AbortController();
  const events = createEventHub();
  return {
    epoch,
    fixture,
    data,
    faults: [],
    log: createRequestLog(),
    events,
    sessionTokens: new Map(),
    payments: new Map(),
    ended: ending.signal,
    end() {
      ending.abort();
      events.dropAll();
    },
  };
}
