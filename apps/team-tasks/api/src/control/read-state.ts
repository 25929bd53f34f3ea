import type { World } from '../world/world.ts';

/** The whole state. Equal states give equal text. */
export function readState(world: World) {
  const { fixture, data, faults } = world;
  return { fixture, ...data, faults };
}
