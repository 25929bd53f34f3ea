import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asRoot, inside, openField, remove, unprotected } from './pod-under-attack.ts';

/** Host pids whose command line holds a mark. */
function pidsWith(mark: string): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || name === String(process.pid)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  });
}

describe('what an agent must not use up', () => {
  it('leaves no process behind, however it detaches', async () => {
    const line =
      '(setsid sh -c "exec sleep 43210" >/dev/null 2>&1 &) ; nohup sleep 43210 >/dev/null 2>&1 & echo started';
    const field = await openField();
    expect(await inside(field, line)).toContain('started');
    await expect.poll(() => pidsWith('43210').length).toBe(2);
    await field.pod.kill();
    expect(pidsWith('43210')).toEqual([]);
    unprotected(line);
    await expect.poll(() => pidsWith('43210').length).toBe(2);
    for (const pid of pidsWith('43210')) process.kill(Number(pid), 'SIGKILL');
    await field.scratch.dispose();
  });

  it('starts no more processes than it may', async () => {
    const line = 'i=0; while [ $i -lt 150 ]; do sleep 5 & i=$((i+1)); done; true';
    const field = await openField({ processes: 60 });
    const printed = await inside(field, line);
    expect(printed).toMatch(/fork|Resource temporarily unavailable/);
    expect(unprotected(line)).not.toMatch(/fork|Resource temporarily unavailable/);
    // The pod is still there to be killed, and the machine to kill it.
    await field.pod.kill();
    await field.scratch.dispose();
  });

  it('does not fill the disk', async () => {
    const field = await openField({ diskBytes: 40 << 20 });
    const line = (dir: string) =>
      `cd '${dir}' && for i in 1 2 3 4 5 6 7 8; do head -c 16777216 /dev/zero > big$i; sleep 0.3; done; echo done`;
    const printed = await inside(field, line('/workspace'));
    expect(printed).not.toContain('done');
    await field.pod.ended;
    expect(field.pod.breach).toMatchObject({ limit: 'disk', allowed: 40 << 20 });
    expect(unprotected(line(field.hiddenDir))).toContain('done');
    remove(field.workspaceDir);
    await field.scratch.dispose();
  });

  it('does not make a heap of files', async () => {
    const field = await openField({ diskEntries: 500 });
    await inside(field, 'i=0; while [ $i -lt 3000 ]; do : > f$i; i=$((i+1)); done; sleep 5');
    await field.pod.ended;
    expect(field.pod.breach).toMatchObject({ limit: 'disk-entries' });
    await field.scratch.dispose();
  });

  it('writes no file larger than it may', async () => {
    const field = await openField({ fileBytes: 1 << 20 });
    const line = (path: string) => `head -c 3000000 /dev/zero > '${path}'`;
    await inside(field, line('/workspace/large'));
    expect(statSync(join(field.workspaceDir, 'large')).size).toBeLessThanOrEqual(1 << 20);
    unprotected(line(join(field.hiddenDir, 'large')));
    expect(statSync(join(field.hiddenDir, 'large')).size).toBe(3_000_000);
    await field.pod.kill();
    await field.scratch.dispose();
  });

  it('takes no more memory than it may', async () => {
    const field = await openField({ memoryBytes: 150 << 20 });
    const line = `node -e 'const a=[];let i=0;const t=setInterval(()=>{a.push(Buffer.alloc(16<<20,1));if(++i===24){clearInterval(t);console.log("done")}},50)'`;
    expect(await inside(field, line)).not.toContain('done');
    await field.pod.ended;
    expect(field.pod.breach).toMatchObject({ limit: 'memory' });
    expect(unprotected(line)).toContain('done');
    await field.scratch.dispose();
  });

  it.runIf(asRoot)('does not change the clock (as root)', async () => {
    const line = 'date -s "@$(date +%s)" >/dev/null && echo CHANGED';
    const field = await openField();
    expect(await inside(field, line)).not.toContain('CHANGED');
    expect(unprotected(line)).toContain('CHANGED');
    await field.pod.kill();
    await field.scratch.dispose();
  });

  it('gains no power over its sandbox', async () => {
    const field = await openField();
    for (const line of [
      'mount -t tmpfs x /workspace',
      'umount /workspace',
      'chroot / true',
      'mount -o remount,rw /usr',
      'kill -9 1; kill -9 2',
    ]) {
      await inside(field, line);
    }
    expect(await inside(field, 'cat README.md; touch /usr/x && echo WROTE')).toMatch(/^workspace\n(?!.*WROTE)/s);
    const capabilities = await inside(
      field,
      'grep -E "Cap(Prm|Eff)" /proc/self/status; grep NoNewPrivs /proc/self/status',
    );
    expect(capabilities).toMatch(/CapPrm:\s+0+\n/);
    expect(capabilities).toMatch(/CapEff:\s+0+\n/);
    expect(capabilities).toMatch(/NoNewPrivs:\s+1/);
    await field.pod.kill();
    await field.scratch.dispose();
  });
});
