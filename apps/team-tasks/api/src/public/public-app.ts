import { Hono } from 'hono';
import { answerError, answerNotFound } from '../http/error-response.ts';
import type { Host } from '../world/host.ts';
import { activityRoutes } from './activity-routes.ts';
import { applyFaults } from './apply-faults.ts';
import { attachmentRoutes } from './attachment-routes.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { commentRoutes } from './comment-routes.ts';
import type { PublicEnv } from './env.ts';
import { eventRoutes } from './event-routes.ts';
import { notificationRoutes } from './notification-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { recordRequest } from './record-request.ts';
import { requireMember } from './require-member.ts';
import { sessionRoutes } from './session-routes.ts';
import { takeBody } from './take-body.ts';
import { taskRoutes } from './task-routes.ts';
import { workspaceRoutes } from './workspace-routes.ts';

const apiRoutes = [
  sessionRoutes,
  workspaceRoutes,
  taskRoutes,
  commentRoutes,
  attachmentRoutes,
  activityRoutes,
  notificationRoutes,
  orderRoutes,
  eventRoutes,
];

/** What the front end reaches. */
export function createPublicApp(host: Host): Hono<PublicEnv> {
  const app = new Hono<PublicEnv>();
  app.onError(answerError);
  app.notFound(answerNotFound);
  app.use(recordRequest(host), takeBody, applyFaults);
  app.use('/api/*', requireMember, async (c, next) => {
    await next();
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
  });
  for (const routes of apiRoutes) app.route('/api', routes);
  app.route('/checkout', checkoutRoutes);
  return app;
}
