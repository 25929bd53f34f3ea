import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Agent } from '../../src/agent/index.ts';
import { localEnvironment } from '../../src/environment/index.ts';
import { createScratch } from '../../src/host/index.ts';
import { plainVariant } from '../../src/schema/index.ts';
import { loadSuites } from '../../src/suite/index.ts';
import { createWorkshop, predict } from '../../src/trial/index.ts';
import { temporaryFolder } from './bugsweep.ts';
import { writeTinySuite } from './tiny-suite.ts';

it('the work of an agent that has finished is kept, also if the run is interrupted right after', async () => {
  const cwd = temporaryFolder();
  const [task] = loadSuites(writeTinySuite(cwd, [{ id: 'one' }]), cwd).tasks;
  if (task === undefined) throw new Error('no task');
  const scratch = createScratch();
  onTestFinished(() => scratch.dispose());
  const interrupt = new AbortController();
  const agent: Agent = {
    name: 'tired',
    control: false,
    version: async () => '1',
    mounts: () => [],
    open: async ({ pod }) => ({
      round: async ({ timeoutMs }) => {
        await pod.run(['/bin/sh', '-c', 'echo 42 > answer.txt'], { cwd: '/workspace', timeoutMs });
        return { agentEnd: 'finished', detail: '', costUsd: 1 };
      },
      close: async () => interrupt.abort(),
    }),
  };
  const dir = join(cwd, 'trial');
  const id = {
    suite: 'tiny',
    task: 'one',
    agent: 'tired',
    model: null,
    variant: plainVariant('ticket'),
    attempt: 1,
  } as const;
  const order = { id, task, agent, dir, agentTimeoutMs: 60_000, signal: interrupt.signal, onPhase: () => undefined };
  await predict(createWorkshop(localEnvironment(scratch), scratch, { signal: interrupt.signal }), order, 'key');
  expect(existsSync(join(dir, 'prediction.json'))).toBe(true);
  expect(readFileSync(join(dir, 'patch.diff'), 'utf8')).toContain('+42');
});
