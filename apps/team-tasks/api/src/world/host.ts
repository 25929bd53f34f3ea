import { loadFixture } from '../fixtures/load-fixture.ts';
import { createWorld, type World } from './world.ts';

/** Holds the present world and replaces it. */
export interface Host {
  readonly world: World;
  /** Starts a new world. `prepare` runs before the world becomes the present one; if it throws, nothing has changed. */
  reset(fixture: string, prepare?: (world: World) => void): World;
}

export function createHost(fixture: string): Host {
  let world = createWorld(1, fixture, loadFixture(fixture));
  return {
    get world() {
      return world;
    },
    reset(name, prepare) {
      const next = createWorld(world.epoch + 1, name, loadFixture(name));
      prepare?.(next);
      const previous = world;
      world = next;
      previous.end();
      return next;
    },
  };
}
