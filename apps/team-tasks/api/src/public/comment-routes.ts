import { Hono } from 'hono';
import { invalid } from '../http/api-error.ts';
import { readKnown, required, text } from '../http/fields.ts';
import { addComment, listComments } from '../world/comments.ts';
import type { PublicEnv } from './env.ts';
import { jsonBody, taskIdParam } from './request-values.ts';

export const commentRoutes = new Hono<PublicEnv>()
  .get('/tasks/:id/comments', (c) => c.json({ items: listComments(c.get('world'), taskIdParam(c)) }))
  .post('/tasks/:id/comments', (c) => {
    const id = taskIdParam(c);
    const body = readKnown<{ text: string }>(jsonBody(c), { text: text(1, 5000) });
    const words = required(body.text, 'text');
    if (words.trim() === '') throw invalid('text', 'A comment needs some text.');
    return c.json(addComment(c.get('world'), id, words, c.get('member')), 201);
  });
