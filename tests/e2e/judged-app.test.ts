import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copySource, giveTo, prepareApp, startApp } from '../../src/app/index.ts';
import { localEnvironment } from '../../src/environment/index.ts';
import { createScratch } from '../../src/host/index.ts';

const appDir = join(import.meta.dirname, '../../apps/team-tasks');

/** Changes and reads one task over and over, as a page does, and counts the answers by status. */
const SAVES = `
const statuses = {};
const headers = { 'content-type': 'application/json' };
const count = (status) => { statuses[status] = (statuses[status] ?? 0) + 1; };
const [task] = (await (await fetch(process.env.APP_URL + '/api/tasks')).json()).items;
for (let n = 0; n < 150; n += 1) {
  const address = process.env.APP_URL + '/api/tasks/' + task.id;
  const saved = await fetch(address, { method: 'PATCH', headers, body: JSON.stringify({ title: 'Title ' + n }) });
  await saved.text();
  count(saved.status);
}
console.log(JSON.stringify(statuses));
`;

test('every save in the judged app gets the answer of the API, none is lost on the way', async () => {
  const scratch = createScratch();
  onTestFinished(() => scratch.dispose());
  const environment = localEnvironment(scratch);
  const app = await prepareApp({ environment, scratch, appDir });
  const owner = environment.allocateOwner();
  const workspaceDir = join(scratch.newDir('judged'), 'workspace');
  copySource(app.workspaceDir ?? '', workspaceDir);
  giveTo(workspaceDir, owner);
  const running = await startApp(app, {
    ...{ environment, scratch, owner, workspaceDir },
    ...{ purpose: 'judge', fixture: 'default', faults: [], readyTimeoutMs: 120_000 },
  });
  onTestFinished(() => running.stop());
  const env = { APP_URL: running.url };
  const { stdout, stderr } = await running.pod.run(['node', '--input-type=module', '-e', SAVES], {
    ...{ env, timeoutMs: 120_000 },
  });
  expect(JSON.parse(stdout.toString() || '{}'), stderr.toString()).toEqual({ 200: 150 });
});
