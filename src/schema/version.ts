import { z } from 'zod';

/** Version of every stored and user-written shape of this release. */
export const SCHEMA_VERSION = 1;

export const schemaVersion = z.literal(SCHEMA_VERSION);
