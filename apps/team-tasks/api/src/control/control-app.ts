import { Hono } from 'hono';
import { addFault } from '../faults/read-fault.ts';
import { fixtureNames } from '../fixtures/load-fixture.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { answerError, answerNotFound } from '../http/error-response.ts';
import { flag, readStrict } from '../http/fields.ts';
import type { Host } from '../world/host.ts';
import { expireSessions } from '../world/sessions.ts';
import { type ControlEnv, controlBody } from './env.ts';
import { addEntries, insertMember, pushNotification } from './insertions.ts';
import { readRequests } from './read-requests.ts';
import { readState } from './read-state.ts';
import { reset } from './reset.ts';
import { applyClock, applyPayment, applyRole, applySignIn } from './settings.ts';
import { controlTaskId, deleteTaskAs, setTaskFields } from './task-changes.ts';

/** What judges and the harness reach. Every body is read before the world is looked up, so that a change lands in the present one. */
export function createControlApp(host: Host): Hono<ControlEnv> {
  const app = new Hono<ControlEnv>();
  app.onError(answerError);
  app.notFound(answerNotFound);
  app.use(async (c, next) => {
    // On a TCP port a web page could send requests here. Browsers mark those.
    if (c.req.header('origin') !== undefined || c.req.header('sec-fetch-site') !== undefined) {
      throw new ApiError(403, 'forbidden', 'Not for browsers.');
    }
    await next();
  });

  app.get('/health', (c) => c.json({ ok: true, epoch: host.world.epoch }));
  app.get('/fixtures', (c) => c.json({ items: fixtureNames }));
  app.post('/reset', async (c) => c.json(reset(host, await controlBody(c))));
  app.get('/state', (c) => c.json(readState(host.world)));

  app.get('/requests', (c) => c.json(readRequests(host.world, c.req.query())));
  app.delete('/requests', (c) => {
    host.world.log.clear();
    return c.body(null, 204);
  });

  app.get('/faults', (c) => c.json({ items: host.world.faults }));
  app.post('/faults', async (c) => {
    const body = await controlBody(c);
    return c.json(addFault(host.world, body), 201);
  });
  app.delete('/faults', (c) => {
    host.world.faults = [];
    return c.body(null, 204);
  });
  app.delete('/faults/:id', (c) => {
    const { world } = host;
    const kept = world.faults.filter((fault) => fault.faultId !== c.req.param('id'));
    if (kept.length === world.faults.length) throw notFound('This fault');
    world.faults = kept;
    return c.body(null, 204);
  });

  app.post('/role', async (c) => {
    const body = await controlBody(c);
    return c.json(applyRole(host.world, body));
  });
  app.post('/sign-in', async (c) => {
    const body = await controlBody(c);
    return c.json(applySignIn(host.world, body));
  });
  app.post('/sessions/expire', (c) => c.json({ expired: expireSessions(host.world) }));

  app.get('/stream', (c) => c.json({ open: host.world.events.count(), refused: host.world.data.streamRefused }));
  app.post('/stream/drop', async (c) => {
    const { refuse = false } = readStrict<{ refuse: boolean }>(await controlBody(c), { refuse: flag });
    const { world } = host;
    if (refuse) world.data.streamRefused = true;
    return c.json({ dropped: world.events.dropAll(), refused: world.data.streamRefused });
  });
  app.post('/stream/allow', (c) => {
    host.world.data.streamRefused = false;
    return c.json({ refused: false });
  });

  app.post('/notifications', async (c) => {
    const body = await controlBody(c);
    return c.json(pushNotification(host.world, body), 201);
  });
  app.post('/members', async (c) => {
    const body = await controlBody(c);
    return c.json(insertMember(host.world, body), 201);
  });
  app.post('/activity', async (c) => {
    const body = await controlBody(c);
    return c.json(addEntries(host.world, body), 201);
  });

  app.patch('/tasks/:id', async (c) => {
    const body = await controlBody(c);
    return c.json(setTaskFields(host.world, controlTaskId(c.req.param('id')), body));
  });
  app.post('/tasks/:id/delete', async (c) => {
    const body = await controlBody(c);
    return c.json(deleteTaskAs(host.world, controlTaskId(c.req.param('id')), body));
  });

  app.get('/clock', (c) => c.json(host.world.data.clock));
  app.post('/clock', async (c) => {
    const body = await controlBody(c);
    return c.json(applyClock(host.world, body));
  });
  app.post('/payment', async (c) => {
    const body = await controlBody(c);
    return c.json(applyPayment(host.world, body));
  });
  return app;
}
