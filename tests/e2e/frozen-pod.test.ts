import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openField } from './escape/pod-under-attack.ts';

const WRITER = 'while :; do echo x >> /workspace/growing; sleep 0.02; done';

async function podWithWriter() {
  const { pod, scratch, workspaceDir } = await openField();
  onTestFinished(async () => {
    await pod.kill();
    await scratch.dispose();
  });
  const growing = join(workspaceDir, 'growing');
  const size = () => (existsSync(growing) ? statSync(growing).size : 0);
  const untilGrown = async (than: number) => {
    for (let wait = 0; size() <= than && wait < 500; wait += 1) await sleep(20);
    expect(size()).toBeGreaterThan(than);
  };
  const writer = await pod.start(['sh', '-c', WRITER]);
  await untilGrown(0);
  return { pod, writer, size, untilGrown };
}

it('nothing changes while a pod is frozen; afterwards its commands go on, and are heard to end', async () => {
  const { pod, writer, size, untilGrown } = await podWithWriter();
  const ends = await pod.start(['sh', '-c', 'while [ ! -e /tmp/end ]; do sleep 0.02; done; exit 7']);
  const seen = await pod.whileFrozen(async () => {
    const before = size();
    await sleep(500);
    return [before, size()];
  });
  expect(seen[1], 'size before and after half a second of frost').toBe(seen[0]);
  await untilGrown(seen[0] ?? 0);
  await pod.run(['touch', '/tmp/end'], { timeoutMs: 20_000 });
  expect((await ends.exited).exitCode, 'exit code of a command that was frozen').toBe(7);
  await pod.kill();
  await writer.exited;
});

it('a pod can be killed while it is frozen, and no process is left of those that entered it', async () => {
  const { pod, writer } = await podWithWriter();
  const { pid } = writer;
  await pod.whileFrozen(() => pod.kill());
  await writer.exited;
  expect(existsSync(`/proc/${pid}`) && /State:\t[^ZX]/.test(readFileSync(`/proc/${pid}/status`, 'utf8'))).toBe(false);
});
