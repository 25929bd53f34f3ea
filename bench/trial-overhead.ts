/**
 * What a trial costs beyond its own steps: `nop` on a task without an app, judged by a trivial script, against the same
 * two pods, one commit-free copy and one judge process started by hand. Printed as the difference of medians and their
 * ratio, measured in turn within one run.
 * Usage: npx tsx bench/trial-overhead.ts [pairs]
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAgent } from '../src/agent/index.ts';
import { giveTo } from '../src/app/index.ts';
import { defaultLimits, localEnvironment } from '../src/environment/index.ts';
import { createScratch } from '../src/host/index.ts';
import { plainVariant } from '../src/schema/index.ts';
import { loadSuites } from '../src/suite/index.ts';
import { createWorkshop, judgePatch, predict, triesBelow } from '../src/trial/index.ts';
import { writeTinySuite } from '../tests/e2e/tiny-suite.ts';

const pairs = Number(process.argv[2] ?? 15);
const cwd = mkdtempSync(join(tmpdir(), 'bugsweep-bench-'));
const scratch = createScratch();
const environment = localEnvironment(scratch);
const { signal } = new AbortController();
const workshop = createWorkshop(environment, scratch, { signal });

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

try {
  const suite = writeTinySuite(cwd, [{ id: 'one' }]);
  const [task] = loadSuites(suite, cwd).tasks;
  if (task === undefined) throw new Error('no task');
  const prepared = await workshop.prepare(task);
  const agent = createAgent({ name: 'nop', argument: null }, cwd);

  const trial = async (n: number) => {
    const dir = join(cwd, 'trials', String(n));
    const id = {
      suite: 'tiny',
      task: 'one',
      agent: 'nop',
      model: null,
      variant: plainVariant('ticket'),
      attempt: n,
    };
    const order = { id, task, agent, dir, agentTimeoutMs: 60_000, signal, onPhase: () => undefined };
    const prediction = await predict(workshop, order, 'key');
    await judgePatch(workshop, prepared, {
      patch: Buffer.alloc(0),
      expectedTree: prediction.capture.tree,
      tryDir: triesBelow(dir),
      signal,
    });
  };
  /** A pod for the agent that does nothing, a copy, a pod for the judge, and the judge's process. */
  const byHand = async () => {
    const owner = environment.allocateOwner();
    const copy = () => {
      const dir = join(scratch.newDir('hand'), 'workspace');
      cpSync(join(suite, 'one/environment/site'), dir, { recursive: true });
      giveTo(dir, owner);
      return dir;
    };
    const mounts = (from: string) => [
      { at: '/workspace', kind: 'write' as const, from },
      { at: '/tests', kind: 'read' as const, from: join(suite, 'one/tests') },
    ];
    const first = await environment.createPod({ label: 'hand', mounts: mounts(copy()), limits: defaultLimits }, owner);
    await first.kill();
    const second = await environment.createPod({ label: 'hand', mounts: mounts(copy()), limits: defaultLimits }, owner);
    await second.run(['node', '/tests/judge.mjs'], { timeoutMs: 60_000, env: { WORKSPACE: '/workspace' } });
    await second.kill();
  };

  await trial(0);
  await byHand();
  const trials: number[] = [];
  const hands: number[] = [];
  for (let n = 1; n <= pairs; n += 1) {
    trials.push(await timed(() => trial(n)));
    hands.push(await timed(byHand));
  }
  const [a, b] = [median(trials), median(hands)];
  console.log(`trial ${a.toFixed(0)} ms, by hand ${b.toFixed(0)} ms (medians of ${pairs} pairs)`);
  console.log(`overhead ${(a - b).toFixed(0)} ms, ratio ${(a / b).toFixed(2)}`);
} finally {
  await scratch.dispose();
  rmSync(cwd, { recursive: true, force: true });
}
