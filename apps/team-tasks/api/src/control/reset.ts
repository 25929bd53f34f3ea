import type { Fault } from '../faults/fault.ts';
import { addFault } from '../faults/read-fault.ts';
import { fixtureNames } from '../fixtures/load-fixture.ts';
import { ApiError } from '../http/api-error.ts';
import { flag, integerBetween, listOf, object, oneOf, type ReadersOf, readStrict, text } from '../http/fields.ts';
import type { Role } from '../types.ts';
import type { Host } from '../world/host.ts';
import { applyClock, applyRole } from './settings.ts';

interface ResetRequest {
  fixture: string;
  faults: Record<string, unknown>[];
  clock: Record<string, unknown>;
  role: Role;
  signInRequired: boolean;
  paymentDelayMs: number;
  streamRefused: boolean;
}

const readers: ReadersOf<ResetRequest> = {
  fixture: text(1, 100),
  faults: listOf(object, 100),
  clock: object,
  role: oneOf(['Owner', 'Member', 'Viewer']),
  signInRequired: flag,
  paymentDelayMs: integerBetween(0, 600_000),
  streamRefused: flag,
};

/** Starts anew. If anything that was asked for is wrong, nothing is changed. */
export function reset(host: Host, body: Record<string, unknown>): { epoch: number; fixture: string; faults: Fault[] } {
  const asked = readStrict<ResetRequest>(body, readers);
  const fixture = asked.fixture ?? 'default';
  if (!fixtureNames.includes(fixture)) {
    throw new ApiError(
      404,
      'unknown_fixture',
      `There is no fixture "${fixture}". Known are: ${fixtureNames.join(', ')}.`,
      'fixture',
    );
  }
  const world = host.reset(fixture, (next) => {
    for (const fault of asked.faults ?? []) addFault(next, fault);
    if (asked.clock) applyClock(next, asked.clock);
    if (asked.role) applyRole(next, { role: asked.role });
    next.data.signInRequired = asked.signInRequired ?? false;
    next.data.paymentDelayMs = asked.paymentDelayMs ?? 0;
    next.data.streamRefused = asked.streamRefused ?? false;
  });
  return { epoch: world.epoch, fixture: world.fixture, faults: world.faults };
}
