import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { readKnown, required, text } from '../http/fields.ts';
import { toMember } from '../world/members.ts';
import { signIn, signOut } from '../world/sessions.ts';
import type { PublicEnv } from './env.ts';
import { jsonBody } from './request-values.ts';
import { SESSION_COOKIE } from './require-member.ts';

export const sessionRoutes = new Hono<PublicEnv>()
  .post('/session', (c) => {
    const body = readKnown<{ email: string; password: string }>(jsonBody(c), {
      email: text(1, 254),
      password: text(1, 200),
    });
    const email = required(body.email, 'email');
    const { token, member } = signIn(c.get('world'), email, required(body.password, 'password'));
    setCookie(c, SESSION_COOKIE, token, { httpOnly: true, sameSite: 'Lax', path: '/' });
    return c.json(toMember(member));
  })
  .delete('/session', (c) => {
    signOut(c.get('world'), getCookie(c, SESSION_COOKIE));
    deleteCookie(c, SESSION_COOKIE, { path: '/' });
    return c.body(null, 204);
  })
  .get('/me', (c) => c.json(toMember(c.get('member'))));
