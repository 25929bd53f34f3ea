import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { RequestEntry } from '../world/request-log.ts';
import type { World } from '../world/world.ts';
import type { StoredMember } from '../world/world-data.ts';

export interface PublicEnv {
  Bindings: HttpBindings;
  Variables: {
    /** The world in which the request arrived. */
    world: World;
    entry: RequestEntry;
    /** The request's body, read whole. */
    bytes: Buffer;
    /** Set on all routes under /api but those of the session. */
    member: StoredMember;
  };
}

export type PublicContext = Context<PublicEnv>;
