import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveTo } from '../../../../src/app/index.ts';
import { inside, type Place, unprotected } from '../pod-under-attack.ts';

/** Prints `open` if a connection can be made. */
const connectTo = (target: string): string =>
  `node -e 'const c=require("net").connect(${target});c.on("connect",()=>{console.log("open");process.exit()});c.on("error",e=>{console.log(e.code);process.exit()})'`;

const tcp = (host: string, port: number): string => connectTo(`{host:"${host}",port:${port}}`);
const socket = (path: string): string => connectTo(`{path:"${path}"}`);

export function networkStaysClosed({ attackedPod, openField }: Place): void {
  describe('what an agent must not reach', () => {
    const field = attackedPod();
    let server: Server;
    let port = 0;

    beforeAll(async () => {
      server = createServer((connection) => connection.end());
      await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
      const address = server.address();
      port = typeof address === 'object' && address !== null ? address.port : 0;
    });
    afterAll(() => {
      server.close();
    });

    it("the machine's own loopback", async () => {
      expect(unprotected(tcp('127.0.0.1', port))).toContain('open');
      expect(await inside(field(), tcp('127.0.0.1', port))).toContain('ECONNREFUSED');
    });

    it('another address of the machine, as it would any address outside', async () => {
      const outside = Object.values(networkInterfaces())
        .flat()
        .find((entry) => entry?.family === 'IPv4' && !entry.internal)?.address;
      // A machine with no network has nothing to reach; its loopback has been tried above.
      const address = outside ?? '127.0.0.1';
      expect(unprotected(tcp(address, port))).toContain('open');
      // Refused by the kernel, which is at once; a dropped packet would end as ETIMEDOUT.
      expect(await inside(field(), tcp(address, port))).toMatch(/ENETUNREACH|ECONNREFUSED/);
    });

    it("another trial's port", async () => {
      const other = await openField();
      const listening = await other.pod.start([
        'node',
        '-e',
        'require("net").createServer().listen(4567,"127.0.0.1",()=>console.log("up"))',
      ]);
      await expect.poll(() => listening.output()).toContain('up');
      expect(await inside(other, tcp('127.0.0.1', 4567))).toContain('open');
      expect(await inside(field(), tcp('127.0.0.1', 4567))).toContain('ECONNREFUSED');
      await other.pod.kill();
      await other.scratch.dispose();
    });

    it('the control plane, though it lies beside the socket that it is given', async () => {
      const { scratch, owner, environment } = field();
      const sockets = scratch.newDir('sockets');
      for (const name of ['api', 'control']) mkdirSync(join(sockets, name));
      giveTo(sockets, owner);
      const listen = (path: string) =>
        new Promise<Server>((resolve) => {
          const listening = createServer((connection) => connection.end()).listen(path, () => resolve(listening));
        });
      const api = await listen(join(sockets, 'api/api.sock'));
      const control = await listen(join(sockets, 'control/control.sock'));
      giveTo(sockets, owner);
      const pod = await environment.createPod(
        {
          label: 'sockets',
          mounts: [{ at: '/run/api', kind: 'read', from: join(sockets, 'api') }],
          limits: { processes: 64, memoryBytes: 1 << 30, fileBytes: 1 << 20, diskBytes: 1 << 20, diskEntries: 100 },
        },
        owner,
      );
      const reach = async (path: string) =>
        (await pod.run(['sh', '-c', socket(path)], { timeoutMs: 20_000 })).stdout.toString();
      expect(await reach('/run/api/api.sock')).toContain('open');
      expect(await reach('/run/api/../control/control.sock')).toContain('ENOENT');
      expect(await reach(join(sockets, 'control/control.sock'))).toContain('ENOENT');
      expect(unprotected(socket(join(sockets, 'control/control.sock')))).toContain('open');
      await pod.kill();
      api.close();
      control.close();
    });
  });
}
