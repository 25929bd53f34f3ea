import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { ApiError } from '../http/api-error.ts';
import { currentMember } from '../world/sessions.ts';
import type { PublicEnv } from './env.ts';

export const SESSION_COOKIE = 'team_tasks_session';

/** Open to every role: these change nothing that others see. */
const PERSONAL = /^\/api\/notifications\//;

/** Finds the member a request acts as, and keeps a Viewer from writing. */
export const requireMember: MiddlewareHandler<PublicEnv> = async (c, next) => {
  if (c.req.path === '/api/session') return next();
  const member = currentMember(c.get('world'), getCookie(c, SESSION_COOKIE));
  const reads = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (!reads && member.role === 'Viewer' && !PERSONAL.test(c.req.path)) {
    throw new ApiError(403, 'forbidden', 'A Viewer cannot change anything here.');
  }
  c.set('member', member);
  return next();
};
