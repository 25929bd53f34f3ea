import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { claimPort } from './ports.ts';

async function claim() {
  const claimed = await claimPort();
  onTestFinished(() => claimed.release());
  return claimed.port;
}

test('a port that nobody listens on yet is not given to anybody else', async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, claim));
  expect(new Set(ports).size).toBe(300);
});

test('no client is given it by chance', async () => {
  const [first = ''] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split('\t');
  expect(await claim()).toBeLessThan(Number(first));
});

test('what listens already is left alone, and what is given back can be had', async () => {
  const { port, release } = await claimPort();
  const server = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  await release();
  const again = createServer();
  again.listen(port - 10_000, '127.0.0.1');
  onTestFinished(() => void again.close());
  await once(again, 'listening');
});

test('processes do not get each other’s', async () => {
  const script = `
    const { claimPort } = await import(${JSON.stringify(new URL('./ports.ts', import.meta.url).href)});
    const ports = [];
    for (let n = 0; n < 400; n += 1) ports.push((await claimPort()).port);
    console.log(JSON.stringify(ports));
    process.stdin.resume();
  `;
  const taken = await Promise.all(
    [1, 2].map(async () => {
      const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill());
      const [line] = await once(child.stdout, 'data');
      return JSON.parse(String(line)) as number[];
    }),
  );
  expect(new Set(taken.flat()).size).toBe(800);
});
