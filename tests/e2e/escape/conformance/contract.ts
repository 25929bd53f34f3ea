import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runProcess } from '../../../../src/host/index.ts';
import { processesWith } from '../../bugsweep.ts';
import { type Field, type Place, remove } from '../pod-under-attack.ts';

const WRITER = 'while :; do echo x >> /workspace/growing; sleep 0.02; done';

/** What whoever uses a pod relies on, wherever it runs. */
export function podsKeepTheContract({ openField, attackedPod }: Place): void {
  describe('a command of a pod', () => {
    const field = attackedPod();
    const sh = (line: string, options: object = {}) =>
      field().pod.run(['sh', '-c', line], { timeoutMs: 30_000, ...options });

    it('has its input, its environment, its folder and its exit code; its streams are told apart', async () => {
      const options = { input: 'given', env: { WORD: 'a b' }, cwd: '/workspace' };
      const { stdout, stderr, exitCode, timedOut } = await sh(
        'cat; echo " $WORD"; pwd; echo wrong >&2; exit 7',
        options,
      );
      expect({ stdout: `${stdout}`, stderr: `${stderr}`, exitCode, timedOut }).toEqual({
        ...{ stdout: 'given a b\n/workspace\n', stderr: 'wrong\n', exitCode: 7, timedOut: false },
      });
    });

    it('finds the running Node and a home, as a user who is not root', async () => {
      const { stdout } = await sh('node --version; touch "$HOME/x" "$TMPDIR/x" && echo MADE; id -u');
      const [version, made, uid] = `${stdout}`.trim().split('\n');
      expect([version, made]).toEqual([process.version, 'MADE']);
      expect(Number(uid)).toBeGreaterThan(0);
    });

    it('that is not there is told like any failure', async () => {
      const { exitCode } = await field().pod.run(['no-such-program'], { timeoutMs: 30_000 });
      expect(exitCode).not.toBe(0);
    });

    it('prints more than is kept, and says so; all of it is in its log', async () => {
      const logPath = join(field().scratch.newDir('log'), 'log');
      let seen = 0;
      const onStdout = (chunk: Buffer) => {
        seen += chunk.length;
      };
      const { stdout, truncated } = await sh('head -c 300000 /dev/zero | tr "\\0" x', {
        maxOutputBytes: 1000,
        logPath,
        onStdout,
      });
      expect({ kept: stdout.length, truncated, seen }).toEqual({ kept: 1000, truncated: true, seen: 300_000 });
      await expect.poll(() => statSync(logPath).size).toBe(300_000);
    });

    it('is killed with its group at its deadline, and when it is no longer wanted; the pod goes on', async () => {
      const late = await sh('sleep 54321 & sleep 54321', { timeoutMs: 1500 });
      expect(late).toMatchObject({ timedOut: true, aborted: false });
      const stop = new AbortController();
      const unwanted = sh('sleep 54321 & sleep 54321', { signal: stop.signal });
      await expect.poll(() => processesWith('sleep 54321').length).toBeGreaterThan(1);
      stop.abort();
      expect(await unwanted).toMatchObject({ timedOut: false, aborted: true });
      await expect.poll(() => processesWith('sleep 54321')).toEqual([]);
      expect(`${(await sh('echo here')).stdout}`).toBe('here\n');
    });

    it('can be talked to while it runs', async () => {
      const running = await field().pod.start(['sh', '-c', 'while read line; do echo "heard $line"; done'], {
        keepInput: true,
      });
      running.stdin?.write('one\n');
      await expect.poll(() => running.output()).toContain('heard one');
      running.stdin?.write('two\n');
      await expect.poll(() => running.output()).toContain('heard two');
      running.stdin?.end();
      expect((await running.exited).exitCode).toBe(0);
    });

    it('has ended when it has ended, whoever still holds its output open', async () => {
      const { exitCode, timedOut, stdout } = await sh('sleep 65432 & echo said; exit 3', { timeoutMs: 60_000 });
      expect({ exitCode, timedOut, said: `${stdout}` }).toEqual({ exitCode: 3, timedOut: false, said: 'said\n' });
    });
  });

  describe('the folders of a pod', () => {
    it('lie over each other in their order: packages in a workspace, a cache in the packages', async () => {
      const field = await openField({}, ({ scratch, workspaceDir }) => {
        const packages = join(scratch.newDir('packages'), 'packages');
        mkdirSync(join(packages, '.cache'), { recursive: true });
        writeFileSync(join(packages, 'lib.js'), 'package');
        mkdirSync(join(workspaceDir, 'node_modules'));
        return [
          { at: '/workspace/node_modules', kind: 'read', from: packages },
          { at: '/workspace/node_modules/.cache', kind: 'empty', sizeBytes: 1 << 20 },
        ];
      });
      disposeLater(field);
      const line = `cat node_modules/lib.js; echo x > node_modules/lib.js && echo WROTE
        echo x > own && echo OWN; head -c 3000000 /dev/zero > node_modules/.cache/big; stat -c %s node_modules/.cache/big`;
      const { stdout } = await field.pod.run(['sh', '-c', line], { cwd: '/workspace', timeoutMs: 30_000 });
      expect(`${stdout}`).toBe('packageOWN\n1048576\n');
      expect(readFileSync(join(field.workspaceDir, 'own'), 'utf8')).toBe('x\n');
      expect(statSync(join(field.workspaceDir, 'own')).uid).toBe(field.owner?.uid ?? process.getuid?.());
      remove(field.workspaceDir);
    });
  });

  describe('a program that shares nothing but the network', () => {
    it('reaches what listens in the pod, and sees none of its files', async () => {
      const field = await openField();
      disposeLater(field);
      const port = await field.pod.port(4567);
      const server = `require('node:http').createServer((_, r) => r.end('from the pod')).listen(${port}, '127.0.0.1', () => console.log('up'))`;
      const listening = await field.pod.start(['node', '-e', server]);
      await expect.poll(() => listening.output()).toContain('up');
      const look = `fetch('http://127.0.0.1:${port}').then((a) => a.text()).then((t) => console.log(t, require('node:fs').existsSync('/workspace/README.md'), process.getuid() === 0))`;
      const argv = [...field.pod.networkOnlyPrefix(), process.execPath, '-e', look];
      const env = { PATH: process.env.PATH ?? '' };
      const { stdout, stderr } = await runProcess(argv, { env, timeoutMs: 30_000 });
      expect(`${stdout}${stderr}`).toBe('from the pod false false\n');
    });
  });

  describe('a frozen pod', () => {
    async function podWithWriter() {
      const field = await openField();
      disposeLater(field);
      const growing = join(field.workspaceDir, 'growing');
      const size = () => (existsSync(growing) ? statSync(growing).size : 0);
      const untilGrown = async (than: number) => {
        for (let wait = 0; size() <= than && wait < 500; wait += 1) await sleep(20);
        expect(size()).toBeGreaterThan(than);
      };
      const writer = await field.pod.start(['sh', '-c', WRITER]);
      await untilGrown(0);
      return { pod: field.pod, writer, size, untilGrown };
    }

    it('stands still; afterwards its commands go on, and are heard to end', async () => {
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

    it('can be killed, and no process is left of those that entered it', async () => {
      const { pod, writer } = await podWithWriter();
      const { pid } = writer;
      await pod.whileFrozen(() => pod.kill());
      await writer.exited;
      expect(existsSync(`/proc/${pid}`) && /State:\t[^ZX]/.test(readFileSync(`/proc/${pid}/status`, 'utf8'))).toBe(
        false,
      );
    });

    it('is frozen for one at a time', async () => {
      const { pod, size } = await podWithWriter();
      const still = async () => {
        const before = size();
        await sleep(200);
        return size() - before;
      };
      expect(await Promise.all([1, 2, 3].map(() => pod.whileFrozen(still)))).toEqual([0, 0, 0]);
    });
  });

  it('a pod that was killed is gone for everybody who waits for it, however often it is killed', async () => {
    const field = await openField();
    const running = await field.pod.start(['sleep', '76543']);
    await Promise.all([field.pod.kill(), field.pod.kill()]);
    await field.pod.ended;
    expect((await running.exited).exitCode).not.toBe(0);
    expect(processesWith('76543')).toEqual([]);
    await field.pod.kill();
    await field.scratch.dispose();
  });
}

const disposeLater = ({ pod, scratch }: Field): void =>
  onTestFinished(async () => {
    await pod.kill();
    await scratch.dispose();
  });
