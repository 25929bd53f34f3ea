import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { parseJsonObject } from '../http/parse-json.ts';
import { readBody } from '../http/read-body.ts';

export interface ControlEnv {
  Bindings: HttpBindings;
}

const BODY_BYTES = 4 * 1024 * 1024;

/** The JSON object that was sent to the control plane. */
export async function controlBody(c: Context<ControlEnv>): Promise<Record<string, unknown>> {
  return parseJsonObject(await readBody(c.env.incoming, BODY_BYTES));
}
