import { chmodSync, existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../../../src/host/index.ts';
import { capturePatch, checkoutTree, createObjectStore, writeTree } from '../../../../src/workspace/index.ts';
import { asRoot, inside, type Place, remove, unprotected } from '../pod-under-attack.ts';

/** Each attempt runs twice: in a pod, where it must fail, and unprotected, where it must work (else it proves nothing). */

export function filesStayClosed({ attackedPod, openField }: Place): void {
  describe('files that an agent must not read', () => {
    const field = attackedPod();
    const task = join(packageRoot, 'suites/team-tasks/double-submit');

    it.each<[string, () => string, string?]>([
      ['the judge', () => join(task, 'tests/judge.spec.ts')],
      ['the reference', () => join(task, 'solution/reference.patch')],
      ["the API's code", () => join(packageRoot, 'apps/team-tasks/api/src/server.ts')],
      ['a file of another trial', () => join(field().hiddenDir, 'secret.txt')],
      ['the list of users', () => '/etc/passwd', 'root:'],
      ["the machine's name", () => '/etc/hostname'],
    ])('%s', async (_, path, mark) => {
      const content = readFileSync(path(), 'utf8').trim();
      const secret = mark ?? content.slice(0, 40);
      expect(secret).not.toBe('');
      expect(unprotected(`cat '${path()}'`)).toContain(secret);
      expect(await inside(field(), `cat '${path()}'`)).not.toContain(secret);
    });

    it.runIf(asRoot)('the passwords of the machine (as root)', async () => {
      expect(unprotected('cat /etc/shadow')).toContain('root:');
      expect(await inside(field(), 'cat /etc/shadow; cat /proc/1/root/etc/shadow')).not.toContain('root:');
    });

    it('the environment of the harness', async () => {
      process.env.BUGSWEEP_TEST_SECRET = 'sk-planted-secret';
      const line = 'cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n" | grep -a sk-planted || echo none; env';
      const env = { BUGSWEEP_TEST_SECRET: 'sk-planted-secret' };
      expect(unprotected(line, { env })).toContain('sk-planted-secret');
      expect(await inside(field(), line)).not.toContain('sk-planted-secret');
    });

    it('a path through the first process of the pod', async () => {
      const line = `cat /proc/1/root${field().hiddenDir}/secret.txt /proc/*/root${field().hiddenDir}/secret.txt`;
      expect(unprotected(`cat /proc/self/root${field().hiddenDir}/secret.txt`)).toContain('SECRET');
      expect(await inside(field(), line)).not.toContain('SECRET');
    });
  });

  describe('files that an agent must not write', () => {
    const field = attackedPod();

    it('outside of its workspace', async () => {
      const target = join(field().hiddenDir, 'planted');
      const line = `mkdir -p '${field().hiddenDir}'; echo x > '${target}'`;
      await inside(field(), line);
      expect(existsSync(target)).toBe(false);
      unprotected(line);
      expect(existsSync(target)).toBe(true);
    });

    it('a forged result in the record of its trial', async () => {
      const record = join(field().hiddenDir, 'trial.json');
      const line = `echo '{"passed":true}' > '${record}' && echo forged`;
      // In the pod this may write to memory of its own; what counts is the record.
      await inside(field(), line);
      expect(existsSync(record)).toBe(false);
      expect(unprotected(line)).toContain('forged');
    });

    it('system programs, and the files of the sandbox itself', async () => {
      for (const path of ['/usr/bin/planted', '/etc/planted', '/planted', '/dev/planted', '/opt/planted']) {
        expect(await inside(field(), `echo x > ${path} && echo WROTE`), path).not.toContain('WROTE');
      }
      expect(unprotected(`echo x > '${field().hiddenDir}/planted' && echo WROTE`)).toContain('WROTE');
    });
  });

  describe('what an agent leaves in its workspace', () => {
    it('a setuid program loses its power', async () => {
      const field = await openField();
      const path = join(field.workspaceDir, 'rootshell');
      await inside(field, 'cp /bin/sh rootshell; chmod 6755 rootshell');
      await field.pod.kill();
      expect(lstatSync(path).uid, 'never root, whoever runs bugsweep').not.toBe(0);
      const store = createObjectStore(field.scratch.newDir('store'));
      const { tree } = await writeTree(store, field.workspaceDir, { declared: [] });
      const copy = field.scratch.newDir('copy');
      await checkoutTree(store, tree, copy);
      expect(lstatSync(join(copy, 'rootshell')).mode & 0o7777).toBe(0o755);
      // The same by hand keeps the bit.
      writeFileSync(join(field.hiddenDir, 'shell'), 'x');
      chmodSync(join(field.hiddenDir, 'shell'), 0o6755);
      expect(lstatSync(join(field.hiddenDir, 'shell')).mode & 0o6000).toBe(0o6000);
      await field.scratch.dispose();
    });

    it('a FIFO, a socket and a link to a secret neither hang the capture nor bring the secret out', async () => {
      const field = await openField();
      const store = createObjectStore(field.scratch.newDir('store'));
      const { tree: baselineTree } = await writeTree(store, field.workspaceDir, { declared: [] });
      const socket = `require('node:net').createServer().listen('socket', () => process.kill(process.pid, 'SIGKILL'))`;
      await inside(
        field,
        `mkfifo pipe; node -e "${socket}"; ln -s '${field.hiddenDir}/secret.txt' qa-report.md; ln -s / everything`,
      );
      await field.pod.kill();
      const { patch, capture } = await capturePatch({
        ...{ store, dir: field.workspaceDir, baselineTree, declared: [], protectedPaths: [] },
      });
      expect(capture.skipped).toContainEqual(expect.objectContaining({ path: 'pipe', reason: 'fifo' }));
      expect(capture.skipped).toContainEqual(expect.objectContaining({ path: 'socket', reason: 'socket' }));
      expect(patch.toString()).not.toContain('SECRET');
      expect(unprotected(`timeout 1 cat '${join(field.workspaceDir, 'pipe')}'; echo code $?`)).toContain('code 124');
      expect(unprotected(`cat '${join(field.workspaceDir, 'qa-report.md')}'`)).toContain('SECRET');
      remove(field.workspaceDir);
      await field.scratch.dispose();
    });
  });
}
