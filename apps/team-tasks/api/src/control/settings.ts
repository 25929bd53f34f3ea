import { invalid } from '../http/api-error.ts';
import { moment } from '../http/day.ts';
import { flag, integerBetween, oneOf, type ReadersOf, readStrict, required, text } from '../http/fields.ts';
import type { Member, Role } from '../types.ts';
import { setRole } from '../world/members.ts';
import type { World } from '../world/world.ts';
import type { ClockState } from '../world/world-data.ts';

export function applyClock(world: World, body: Record<string, unknown>): ClockState {
  const asked = readStrict<{ now: string; advanceMs: number; stepMs: number }>(body, {
    now: moment,
    advanceMs: integerBetween(0, 10 * 365 * 86_400_000),
    stepMs: integerBetween(0, 86_400_000),
  });
  const { clock } = world.data;
  if (asked.now !== undefined) clock.now = asked.now;
  if (asked.advanceMs !== undefined) clock.now = new Date(Date.parse(clock.now) + asked.advanceMs).toISOString();
  if (asked.stepMs !== undefined) clock.stepMs = asked.stepMs;
  return clock;
}

export function applyRole(world: World, body: Record<string, unknown>): Member {
  const readers: ReadersOf<{ role: Role; memberId: string; silent: boolean }> = {
    role: oneOf(['Owner', 'Member', 'Viewer']),
    memberId: text(1, 64),
    silent: flag,
  };
  const asked = readStrict<{ role: Role; memberId: string; silent: boolean }>(body, readers);
  const memberId = asked.memberId ?? world.data.currentMemberId;
  if (!world.data.members.some((member) => member.id === memberId))
    throw invalid('memberId', 'There is no such member.');
  return setRole(world, memberId, required(asked.role, 'role'), asked.silent ?? false);
}

export function applySignIn(world: World, body: Record<string, unknown>): { required: boolean } {
  const asked = readStrict<{ required: boolean }>(body, { required: flag });
  world.data.signInRequired = required(asked.required, 'required');
  return { required: world.data.signInRequired };
}

export function applyPayment(world: World, body: Record<string, unknown>): { delayMs: number } {
  const asked = readStrict<{ delayMs: number }>(body, { delayMs: integerBetween(0, 600_000) });
  world.data.paymentDelayMs = required(asked.delayMs, 'delayMs');
  return { delayMs: world.data.paymentDelayMs };
}
