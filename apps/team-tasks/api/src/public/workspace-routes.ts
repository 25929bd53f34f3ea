import { Hono } from 'hono';
import { readKnown, required, text } from '../http/fields.ts';
import { addInvite, deleteInvite } from '../world/invites.ts';
import { removeMember, toMember } from '../world/members.ts';
import type { PublicEnv } from './env.ts';
import { jsonBody } from './request-values.ts';

export const workspaceRoutes = new Hono<PublicEnv>()
  .get('/workspace', (c) => {
    const { workspaceName, members } = c.get('world').data;
    return c.json({ name: workspaceName, memberCount: members.length });
  })
  .get('/members', (c) => c.json({ items: c.get('world').data.members.map(toMember) }))
  .delete('/members/:id', (c) => {
    removeMember(c.get('world'), c.req.param('id'), c.get('member'));
    return c.body(null, 204);
  })
  .get('/invites', (c) => c.json({ items: c.get('world').data.invites }))
  .post('/invites', (c) => {
    const { email } = readKnown<{ email: string }>(jsonBody(c), { email: text(0, 1000) });
    return c.json(addInvite(c.get('world'), required(email, 'email'), c.get('member')), 201);
  })
  .delete('/invites/:id', (c) => {
    deleteInvite(c.get('world'), c.req.param('id'), c.get('member'));
    return c.body(null, 204);
  });
