import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processesWith } from '../../bugsweep.ts';
import { asRoot, inside, type Place, remove, unprotected } from '../pod-under-attack.ts';

const SIZE = 300 << 20;
const CALLS: Record<string, Record<string, number>> = {
  x64: { mmap: 9, read: 0, memfd_create: 319 },
  arm64: { mmap: 222, read: 63, memfd_create: 279 },
};

/** A system call as an expression of Perl, which every Debian has and which can make any call. */
const call = (name: string, words: string): string => `syscall(${CALLS[process.arch]?.[name]}, ${words})`;

/** Seconds that a pod stays over its limit: the watchdog looks every 0.4 s, or 5 s on a machine with much to do. */
export const STAY = 20;

export function limitsHold({ openField }: Place): void {
  describe('what an agent must not use up', () => {
    it('leaves no process behind, however it detaches', async () => {
      const line =
        '(setsid sh -c "exec sleep 43210" >/dev/null 2>&1 &) ; nohup sleep 43210 >/dev/null 2>&1 & echo started';
      const field = await openField();
      expect(await inside(field, line)).toContain('started');
      await expect.poll(() => processesWith('43210').length).toBe(2);
      await field.pod.kill();
      expect(processesWith('43210')).toEqual([]);
      unprotected(line);
      await expect.poll(() => processesWith('43210').length).toBe(2);
      for (const line of processesWith('43210')) process.kill(Number.parseInt(line, 10), 'SIGKILL');
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
      const line = (dir: string, stay = 0) =>
        `cd '${dir}' && for i in 1 2 3 4 5 6 7 8; do head -c 16777216 /dev/zero > big$i; done; sleep ${stay}; echo done`;
      const printed = await inside(field, line('/workspace', STAY));
      expect(printed).not.toContain('done');
      await field.pod.ended;
      expect(field.pod.breach).toMatchObject({ limit: 'disk', allowed: 40 << 20 });
      expect(unprotected(line(field.hiddenDir))).toContain('done');
      remove(field.workspaceDir);
      await field.scratch.dispose();
    });

    it('does not fill the disk with files that have no name any more', async () => {
      const field = await openField({ diskBytes: 40 << 20 });
      const line = (dir: string, stay = 0) =>
        `cd '${dir}' && exec 3>gone && rm gone && for i in 1 2 3 4 5; do head -c 16777216 /dev/zero >&3; done; sleep ${stay}; echo done`;
      expect(await inside(field, line('/workspace', STAY))).not.toContain('done');
      await field.pod.ended;
      expect(field.pod.breach).toMatchObject({ limit: 'disk', allowed: 40 << 20 });
      expect(unprotected(line(field.hiddenDir))).toContain('done');
      await field.scratch.dispose();
    });

    it('does not make a heap of files', async () => {
      const field = await openField({ diskEntries: 500 });
      await inside(field, `i=0; while [ $i -lt 3000 ]; do : > f$i; i=$((i+1)); done; sleep ${STAY}`);
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
      const line = (stay = 0) =>
        `node -e 'const a = []; for (let i = 0; i < 24; i += 1) a.push(Buffer.alloc(16 << 20, 1)); setTimeout(() => console.log("done", a.length), ${stay * 1000})'`;
      expect(await inside(field, line(STAY))).not.toContain('done');
      await field.pod.ended;
      expect(field.pod.breach).toMatchObject({ limit: 'memory' });
      expect(unprotected(line())).toContain('done');
      await field.scratch.dispose();
    });

    it.each([
      ['shared by no name', `my $at = ${call('mmap', `0, ${SIZE}, 3, 0x21, -1, 0`)};`, 'call'],
      [
        'in a file that lies nowhere',
        `my $name = "x"; my $fd = ${call('memfd_create', '$name, 0')}; open(OUT, ">&=", $fd); syswrite(OUT, "x" x 1048576) for 1..300;`,
        'none',
      ],
    ])('takes no more memory than it may, %s', async (_, program, fill) => {
      const read = `open(my $zero, "<", "/dev/zero"); ${call('read', `fileno($zero), $at, ${SIZE}`)};`;
      const line = (stay = 0) => `perl -e '${program} ${fill === 'call' ? read : ''} sleep ${stay}; print "done"'`;
      expect(unprotected(line())).toBe('done');
      const field = await openField({ memoryBytes: 100 << 20 });
      expect(await inside(field, line(STAY))).not.toContain('done');
      await field.pod.ended;
      expect(field.pod.breach).toMatchObject({ limit: 'memory' });
      await field.scratch.dispose();
    });

    it.each(['/tmp', '/dev/shm', '/home/agent'])('takes no more memory than it may, as files in %s', async (dir) => {
      const field = await openField({ memoryBytes: 150 << 20 });
      const line = (at: string, stay = 0) =>
        `cd '${at}' && for i in 1 2 3 4 5; do head -c 62914560 /dev/zero > big$i; done; sleep ${stay}; rm big*; echo done`;
      expect(await inside(field, line(dir, STAY))).not.toContain('done');
      await field.pod.ended;
      expect(field.pod.breach).toMatchObject({ limit: 'memory' });
      expect(unprotected(line(field.hiddenDir))).toContain('done');
      await field.scratch.dispose();
    });

    it('takes no more memory than it may, in a file system that it mounts itself', async () => {
      const field = await openField({ memoryBytes: 150 << 20 });
      const fill =
        'mkdir /tmp/m; mount -t tmpfs x /tmp/m && for i in 1 2 3 4 5; do head -c 62914560 /dev/zero > /tmp/m/big$i; done';
      const printed = await inside(field, `unshare -Urm sh -c '${fill}; sleep ${STAY}; ls /tmp/m' 2>&1; echo end`);
      // Where the machine lets nobody mount, nothing is filled either.
      if (printed.includes('end')) expect(printed).not.toContain('big');
      else expect(field.pod.breach).toMatchObject({ limit: 'memory' });
      await field.pod.kill();
      await field.scratch.dispose();
    });

    it('counts memory that processes share once', async () => {
      const field = await openField({ memoryBytes: 300 << 20 });
      const read = `open(my $zero, "<", "/dev/zero"); ${call('read', `fileno($zero), $at, ${100 << 20}`)};`;
      const share = `my $at = ${call('mmap', `0, ${100 << 20}, 3, 0x21, -1, 0`)}; ${read}`;
      const look = `open(my $zero, "<", "/dev/zero"); ${call('read', `fileno($zero), $at, ${100 << 20}`)};`;
      const program = `${share} for (1..5) { if (fork() == 0) { ${look} sleep 4; exit } } wait() for 1..5; print "done"`;
      expect(await inside(field, `perl -e '${program}'`)).toContain('done');
      expect(field.pod.breach).toBeUndefined();
      await field.pod.kill();
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
}
