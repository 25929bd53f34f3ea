import { Hono } from 'hono';
import { invalid } from '../http/api-error.ts';
import type { ActivityType } from '../types.ts';
import { deleteActivity } from '../world/activity.ts';
import { type ActivityQuery, activityPage } from '../world/activity-page.ts';
import type { PublicEnv } from './env.ts';
import { choiceQuery, present, textQuery, wholeQuery } from './request-values.ts';

const TYPES: ActivityType[] = ['task', 'comment', 'attachment', 'member', 'order'];

export const activityRoutes = new Hono<PublicEnv>()
  .get('/activity', (c) => {
    const query = present<ActivityQuery>({
      type: choiceQuery(c, 'type', TYPES),
      person: textQuery(c, 'person'),
      task: wholeQuery(c, 'task'),
      page: wholeQuery(c, 'page'),
      cursor: textQuery(c, 'cursor'),
    });
    if (query.page !== undefined && query.cursor !== undefined) {
      throw invalid('cursor', 'A cursor cannot be combined with a page.');
    }
    return c.json(activityPage(c.get('world'), query));
  })
  .delete('/activity/:id', (c) => {
    deleteActivity(c.get('world'), c.req.param('id'));
    return c.body(null, 204);
  });
