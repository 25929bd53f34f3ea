import type { MiddlewareHandler } from 'hono';
import { parseJson } from '../http/parse-json.ts';
import { readBody } from '../http/read-body.ts';
import { MAX_FILE_BYTES } from '../world/attachments.ts';
import type { PublicEnv } from './env.ts';

const JSON_BYTES = 256 * 1024;
/** Room for the frame of a multipart body around a file that has just the size allowed. */
const FRAME_BYTES = 16 * 1024;
const LOGGED_BYTES = 32 * 1024;

function loggedBody(bytes: Buffer, contentType: string): unknown {
  if (bytes.length === 0) return null;
  if (contentType.startsWith('multipart/')) return { contentType: 'multipart/form-data', sizeBytes: bytes.length };
  const text = bytes.subarray(0, LOGGED_BYTES).toString('utf8');
  if (bytes.length > LOGGED_BYTES) return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** Reads the body before anything else happens, so that the log has it also when a fault answers. */
export const takeBody: MiddlewareHandler<PublicEnv> = async (c, next) => {
  const contentType = (c.req.header('content-type') ?? '').toLowerCase();
  const upload = contentType.startsWith('multipart/form-data');
  const bytes = await readBody(c.env.incoming, upload ? MAX_FILE_BYTES + FRAME_BYTES : JSON_BYTES);
  c.get('entry').body = loggedBody(bytes, contentType);
  c.set('bytes', bytes);
  await next();
};
