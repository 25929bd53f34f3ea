import { Hono } from 'hono';
import { required } from '../http/fields.ts';
import { deleteTask, findTombstone, resolveLegacyKey, restoreTask } from '../world/deleted-tasks.ts';
import { readTaskFields } from '../world/task-fields.ts';
import { STATUS_FILTERS, type TaskQuery, taskPage } from '../world/task-page.ts';
import { createTask, findTask, toTask, updateTask } from '../world/tasks.ts';
import type { PublicEnv } from './env.ts';
import { choiceQuery, jsonBody, present, taskIdParam, textQuery, wholeQuery } from './request-values.ts';

export const taskRoutes = new Hono<PublicEnv>()
  .get('/tasks', (c) => {
    const query = present<TaskQuery>({
      status: choiceQuery(c, 'status', STATUS_FILTERS),
      search: textQuery(c, 'search'),
      page: wholeQuery(c, 'page'),
    });
    return c.json(taskPage(c.get('world'), query));
  })
  .post('/tasks', (c) => {
    const fields = readTaskFields(jsonBody(c));
    const title = required(fields.title, 'title');
    return c.json(createTask(c.get('world'), { ...fields, title }, c.get('member')), 201);
  })
  .get('/tasks/:id', (c) => {
    const world = c.get('world');
    return c.json(toTask(world, findTask(world, taskIdParam(c))));
  })
  .patch('/tasks/:id', (c) => {
    const id = taskIdParam(c);
    return c.json(updateTask(c.get('world'), id, readTaskFields(jsonBody(c)), c.get('member')));
  })
  .delete('/tasks/:id', (c) => {
    deleteTask(c.get('world'), taskIdParam(c), c.get('member'));
    return c.body(null, 204);
  })
  .post('/tasks/:id/restore', (c) => c.json(restoreTask(c.get('world'), taskIdParam(c), c.get('member'))))
  .get('/legacy/:key', (c) => c.json(resolveLegacyKey(c.get('world'), c.req.param('key'))))
  .get('/tombstones/:id', (c) => c.json(findTombstone(c.get('world'), taskIdParam(c))));
