import type { MiddlewareHandler } from 'hono';
import { takeFaults } from '../faults/apply-faults.ts';
import { faultAnswer } from '../faults/fault-answer.ts';
import { ApiError } from '../http/api-error.ts';
import { pause } from '../world/pause.ts';
import type { World } from '../world/world.ts';
import type { PublicEnv } from './env.ts';

/** A request that outlived its world must not answer as if it had changed the present one. */
export function ensureAlive(world: World): void {
  if (world.ended.aborted) throw new ApiError(503, 'unavailable', 'The service is not available at the moment.');
}

export const applyFaults: MiddlewareHandler<PublicEnv> = async (c, next) => {
  const world = c.get('world');
  ensureAlive(world);
  const { pathname, searchParams } = new URL(c.req.url);
  const { ids, before, after } = takeFaults(world, { method: c.req.method, path: pathname, query: searchParams });
  c.get('entry').faults = ids;
  await pause(before.delayMs, world.ended);
  ensureAlive(world);
  if (before.status !== null) return faultAnswer(before.status);
  await next();
  await pause(after.delayMs, world.ended);
  ensureAlive(world);
  if (after.status !== null) c.res = faultAnswer(after.status);
  return undefined;
};
