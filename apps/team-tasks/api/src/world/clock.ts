import type { World } from './world.ts';

/** The time for a new entry. Moves the clock on by one step. */
export function stamp(world: World): string {
  const { clock } = world.data;
  const given = clock.now;
  clock.now = new Date(Date.parse(given) + clock.stepMs).toISOString();
  return given;
}
